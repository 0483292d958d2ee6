// SPDX-License-Identifier: MIT
// Runs every *.test.mjs beside this file against the site in headless Chromium:
//   node tests/browser/run.mjs SITE-DIRECTORY [PART-OF-A-TEST-NAME]
// TRIREME_CHROMIUM names the browser. Without browser or packages the exit status is 77, "skipped", unless
// TRIREME_REQUIRE_BROWSER is set.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runTests } from "./harness.mjs";

const here = new URL(".", import.meta.url);
const [site, filter = ""] = process.argv.slice(2);

function skip(reason) {
  console.log(`${reason}; ./tests/run installs it`);
  process.exit(process.env.TRIREME_REQUIRE_BROWSER ? 1 : 77);
}

const chromiumPath = [
  process.env.TRIREME_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome",
].find((path) => path && existsSync(path));
if (!chromiumPath) skip("no Chromium here");
const { chromium } = await import("playwright-core").catch(() => skip("no playwright-core here"));

// The server that users start too; it prints its address.
function startServer() {
  const script = fileURLToPath(new URL("../../shell/serve.py", here));
  const server = spawn("python3", [script, "--port", "0", site], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.on("exit", () => reject(new Error("the server ended")));
    server.stdout.on("data", (data) => {
      const address = /http:\S+/.exec(data);
      if (address) resolve({ server, url: `${address[0]}/` });
    });
  });
}

const { server, url } = await startServer();
// Software rendering: the same picture on every machine. Root in a container has no sandbox.
const browser = await chromium.launch({
  executablePath: chromiumPath,
  args: [
    "--no-sandbox", "--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
  ],
});
let result = { passed: 0, failed: 1 };
try {
  for (const file of readdirSync(here).filter((name) => name.endsWith(".test.mjs")).sort()) {
    await import(new URL(file, here));
  }
  result = await runTests(browser, url, filter);
} catch (error) {
  console.log(error.stack ?? error);
} finally {
  await browser.close();
  server.kill();
}
console.log(`${result.passed} passed, ${result.failed} failed`);
process.exitCode = result.failed > 0 || result.passed === 0 ? 1 : 0;
