// SPDX-License-Identifier: MIT
// The server that users start too, and a headless Chromium.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const paths = [process.env.TRIREME_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
export const chromiumPath = () => paths.find((path) => path && existsSync(path));

// The server prints its address.
export function startServer(site) {
  const script = fileURLToPath(new URL("../../shell/serve.py", import.meta.url));
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

// Software rendering: the same picture on every machine. Root in a container has no sandbox.
export async function startBrowser() {
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [
      "--no-sandbox", "--no-first-run", "--disable-dev-shm-usage", "--disable-background-networking",
      "--disable-component-update", "--disable-sync",
      "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist",
    ],
  });
}
