// SPDX-License-Identifier: MIT
// Runs every *.test.mjs beside this file against the site in headless Chromium:
//   node tests/browser/run.mjs SITE-DIRECTORY [PART-OF-A-TEST-NAME]
// TRIREME_CHROMIUM names the browser. Without browser or packages the exit status is 77, "skipped", unless
// TRIREME_REQUIRE_BROWSER is set.
import { readdirSync } from "node:fs";
import { runTests } from "./harness.mjs";
import { chromiumPath, startBrowser, startServer } from "./start.mjs";

const here = new URL(".", import.meta.url);
const [site, filter = ""] = process.argv.slice(2);

function skip(reason) {
  console.log(`${reason}; ./tests/run installs it`);
  process.exit(process.env.TRIREME_REQUIRE_BROWSER ? 1 : 77);
}

if (!chromiumPath()) skip("no Chromium here");
for (const name of ["playwright-core", "axe-core", "pngjs"]) await import(name).catch(() => skip(`no ${name} here`));

const { server, url } = await startServer(site);
const browser = await startBrowser();
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
