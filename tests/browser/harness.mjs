// SPDX-License-Identifier: MIT
// Registers and runs browser tests. A test gets a fresh page of the site and fails when the page reports an error.
import assert from "node:assert/strict";

const tests = [];

// test(name, async ({ page, url, context, browser, newPage }) => { … }, { context: Playwright options, allowErrors: bool })
export function test(name, run, options = {}) {
  tests.push({ name, run, options });
}

// Uncaught errors, console errors and violations of the Content-Security-Policy.
function collectErrors(page, errors) {
  page.on("pageerror", (error) => errors.push(`uncaught: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && errors.push(`console: ${message.text()}`));
  page.on("requestfailed", (request) => errors.push(`request: ${request.url()} ${request.failure()?.errorText}`));
}

async function runOne(browser, url, { name, run, options }) {
  const errors = [];
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options.context });
  context.setDefaultTimeout(20000);
  const newPage = async () => {
    const page = await context.newPage();
    collectErrors(page, errors);
    return page;
  };
  try {
    await run({ page: await newPage(), newPage, url, context, browser });
    if (!options.allowErrors) assert.deepEqual(errors, [], "the page reported errors");
  } catch (error) {
    if (errors.length > 0) error.message += `\nThe page said:\n  ${errors.join("\n  ")}`;
    throw error;
  } finally {
    await context.close();
  }
}

// Runs the tests whose name holds `filter`; returns how many passed and failed.
export async function runTests(browser, url, filter) {
  let passed = 0;
  let failed = 0;
  for (const one of tests.filter(({ name }) => name.includes(filter))) {
    const start = performance.now();
    try {
      await runOne(browser, url, one);
      ++passed;
      console.log(`ok      ${one.name} (${Math.round(performance.now() - start)} ms)`);
    } catch (error) {
      ++failed;
      // A minified stack line can be 100 kB long.
      const text = (error.stack ?? String(error)).split("\n").map((line) => line.slice(0, 300)).join("\n  ");
      console.log(`FAILED  ${one.name}\n  ${text}`);
    }
  }
  return { passed, failed };
}
