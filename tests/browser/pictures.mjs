// SPDX-License-Identifier: MIT
// Makes pictures of the page:  node tests/browser/pictures.mjs SITE-DIRECTORY [--readme]
// They go to build/pictures/, for people to look at. With --readme the workbench, light and dark, replaces the pictures
// in assets/media.
import { copyFileSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { open, settle, state } from "./page.mjs";
import { startBrowser, startServer } from "./start.mjs";

const [site, flag] = process.argv.slice(2);
const root = new URL("../../", import.meta.url);
const folder = fileURLToPath(new URL("build/pictures/", root));
const media = fileURLToPath(new URL("assets/media/", root));
mkdirSync(folder, { recursive: true });

const sizes = [[1440, 900], [820, 1180], [390, 844], [360, 740]];
const { server, url } = await startServer(site);
const browser = await startBrowser();

async function withPage(options, run) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await open(page, url);
  await run(page);
  await context.close();
}

async function shoot(page, name) {
  await settle(page);
  await page.screenshot({ path: `${folder}${name}.png` });
  console.log(`${folder}${name}.png`);
}

async function press(page, name, touch) {
  const { rects } = await state(page);
  if (!(name in rects)) return false;
  const [x0, y0, x1, y1] = rects[name];
  const at = [(x0 + x1) / 2, (y0 + y1) / 2];
  await (touch ? page.touchscreen.tap(...at) : page.mouse.click(...at));
  await settle(page);
  return true;
}

for (const [width, height] of sizes) {
  const phone = width < 820;
  for (const ratio of [1, 2]) {
    for (const colorScheme of ["light", "dark"]) {
      const name = `${width}x${height}@${ratio}-${colorScheme}`;
      const options = { viewport: { width, height }, deviceScaleFactor: ratio, colorScheme, hasTouch: phone, isMobile: phone };
      await withPage(options, async (page) => {
        await shoot(page, name);
        if (ratio === 2 && colorScheme === "dark") return;
        for (const part of phone ? ["page.inputs", "page.views", "view.roofline", "view.timeline", "view.network", "view.model", "view.catalog"]
          : ["view.memory", "view.roofline", "view.timeline", "view.network", "question.model", "view.catalog", "inputs"]) {
          if (await press(page, part, phone)) await shoot(page, `${name}-${part}`);
        }
        await page.evaluate(() => document.getElementById("page-bar").scrollIntoView());
        await shoot(page, `${name}-tables`);
      });
    }
  }
}

if (flag === "--readme") {
  mkdirSync(media, { recursive: true });
  for (const theme of ["light", "dark"]) copyFileSync(`${folder}1440x900@2-${theme}.png`, `${media}workbench-${theme}.png`);
}
await browser.close();
server.kill();
