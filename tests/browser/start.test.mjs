// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { open, report, state } from "./page.mjs";

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; " +
  "img-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

test("the page starts without an error and fills the window with the workbench", async ({ page, url }) => {
  await open(page, url);
  const box = await page.locator("#canvas").boundingBox();
  const { size, rects } = await state(page);
  assert.deepEqual(size, [box.width, box.height]);
  assert.equal(box.width, 1280);
  assert.ok(box.height > 740, `the canvas is ${box.height} high`);
  assert.ok("cluster.instances" in rects);
  assert.ok((await report(page)).headline.step_seconds > 0);
});

test("the page carries its policy, and works under the same policy as a header", async ({ page, context, url }) => {
  await context.route("**/*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
  });
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  await open(page, url);
  assert.equal(await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content"), policy);
  assert.deepEqual(await page.evaluate(() => window.violations), []);
  // A policy that nobody enforces would pass too.
  const blocked = await page.evaluate(() => new Promise((resolve) => setTimeout(() => { // evaluate() itself is exempt
    try {
      resolve(new Function("return false")());
    } catch {
      resolve(true);
    }
  })));
  assert.ok(blocked, "eval must be blocked");
}, { allowErrors: true });

test("everything that the page loads comes from its own server", async ({ page, url }) => {
  const foreign = [];
  let own = 0;
  page.on("request", (request) => (request.url().startsWith(url) ? ++own : foreign.push(request.url())));
  await open(page, url);
  assert.deepEqual(foreign, []);
  assert.ok(own >= 5, `${own} requests`); // page, style sheet, two scripts, program
});

test("a text that makes the program's memory grow leaves everything readable", async ({ page, url }) => {
  await open(page, url);
  const before = await report(page);
  const { applied, issues } = await page.evaluate(() => window.trireme.applyText(`v=1&x=${"é".repeat(20e6)}`));
  assert.ok(issues.length > 0 || applied);
  assert.deepEqual(await report(page), before);
  await page.evaluate(() => window.trireme.openLink("v=1&cluster.instances=64"));
  assert.ok((await report(page)).headline.step_seconds > before.headline.step_seconds);
  assert.ok("cluster.instances" in (await state(page)).rects);
});

test("the first frame stands soon", async ({ page, newPage, url }) => {
  await open(page, url); // fills the cache of compiled code
  const second = await newPage();
  await second.addInitScript(() => {
    const look = () => (window.trireme?.testState()?.frames > 0 ? (window.firstFrame = performance.now()) : requestAnimationFrame(look));
    look();
  });
  await second.goto(url);
  await second.waitForFunction(() => window.firstFrame > 0);
  const milliseconds = await second.evaluate(() => window.firstFrame);
  // 1500 on an idle machine; the test machine may be busy.
  assert.ok(milliseconds < 5000, `${Math.round(milliseconds)} ms`);
});
