// SPDX-License-Identifier: MIT
// A config.json or a scenario comes in by dropping, pasting or choosing it.
import assert from "node:assert/strict";
import { test } from "./harness.mjs";
import { click, link, open, report, settle, state } from "./page.mjs";
import { violations } from "./accessibility.mjs";

const config = {
  _name_or_path: "someone/Little-Llama", model_type: "llama", hidden_size: 4096, num_hidden_layers: 32,
  num_attention_heads: 32, num_key_value_heads: 8, intermediate_size: 14336, vocab_size: 128256, max_position_embeddings: 131072,
};

// As the browser would: `how` is "drop" or "paste"; `name` makes it a file.
async function hand(page, how, text, name) {
  await page.evaluate(([event, content, fileName]) => {
    const data = new DataTransfer();
    if (fileName === undefined) data.setData("text/plain", content);
    else data.items.add(new File([content], fileName));
    const options = { bubbles: true, cancelable: true };
    const target = document.getElementById("canvas");
    if (event === "drop") {
      for (const type of ["dragover", "drop"]) target.dispatchEvent(new DragEvent(type, { ...options, dataTransfer: data }));
    } else {
      target.dispatchEvent(new ClipboardEvent("paste", { ...options, clipboardData: data }));
    }
  }, [how, text, name]);
  await settle(page);
}

const title = (page) => page.locator("#model-title").textContent();
const imported = (page, pattern) => page.waitForFunction(
  (source) => new RegExp(source).test(document.getElementById("model-title").textContent), pattern.source);

test("a dropped config.json is shown, used, in the link, and there after a reload", async ({ page, url }) => {
  await open(page, url);
  await hand(page, "drop", JSON.stringify(config), "config.json");
  await imported(page, /Imported: Little-Llama/);
  assert.match(await page.locator("#model-tables").textContent(), /8,030,261,248/);
  const before = await link(page);
  assert.ok(!before.includes("own.model"));
  await click(page, "import.use");
  assert.match(await link(page), /own\.model=.*little-llama/);
  assert.match(page.url(), /model=little-llama/);
  const { ok, title: what } = await report(page);
  assert.ok(ok);
  assert.match(what, /Little-Llama/);
  await page.reload();
  await page.waitForFunction(() => window.trireme?.testState()?.frames > 0);
  assert.match((await report(page)).title, /Little-Llama/);
  assert.equal(await title(page), "Model: Little-Llama");
  await page.goBack();
  await page.waitForFunction((fragment) => window.trireme.link() === fragment, before);
});

test("a pasted config.json is imported, also while the canvas has the keyboard, and can be used without it", async ({ page, url }) => {
  await open(page, url);
  await click(page, "view.memory");
  await hand(page, "paste", JSON.stringify(config));
  await imported(page, /Imported: Little-Llama/);
  assert.ok("import.use" in (await state(page)).rects, "the canvas shows it");
  await page.locator("#import-use").click();
  await settle(page);
  assert.match(await link(page), /own\.model=/);
  assert.equal(await title(page), "Model: Little-Llama");
  assert.ok(await page.locator("#import-choice").isHidden());
});

test("a chosen file is imported, and discarded", async ({ page, url }) => {
  await open(page, url);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), click(page, "open_file")]);
  await chooser.setFiles({ name: "config.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(config)) });
  await imported(page, /Imported/);
  const before = await link(page);
  await settle(page);
  await click(page, "import.discard");
  assert.equal(await link(page), before);
  assert.ok(!("import.use" in (await state(page)).rects));
});

test("faults are told with their keys, and nothing is taken over", async ({ page, url }) => {
  await open(page, url);
  const before = await link(page);
  for (const [text, pattern] of [
    ["{ this is not JSON", /JSON/],
    ["{}", /./],
    [JSON.stringify({ ...config, num_key_value_heads: "eight", hidden_size: -4 }), /hidden_size/],
    ["{\"a\":".repeat(5000), /./],
  ]) {
    await hand(page, "paste", text);
    await imported(page, /not a model/);
    assert.match(await page.locator("#import-issues").textContent(), pattern);
    assert.ok(await page.locator("#import-use").isHidden());
  }
  assert.equal(await link(page), before);
  assert.deepEqual(await violations(page), []);
});

test("a dropped scenario is opened", async ({ page, url }) => {
  await open(page, url);
  await hand(page, "drop", '{"model": "llama-3.1-70b", "plan": {"virtual_stages": 5}, "cluster": {"instances": 64}}', "run.json");
  await page.waitForFunction(() => window.trireme.link().includes("llama-3.1-70b"));
  assert.match(await link(page), /cluster\.instances=64/);
  assert.match(page.url(), /llama-3\.1-70b/);
});

test("a file of several MB leaves the page alive", async ({ page, url }) => {
  await open(page, url);
  const labels = Object.fromEntries(Array.from({ length: 200000 }, (_, index) => [`LABEL_${index}`, index]));
  const text = JSON.stringify({ ...config, label2id: labels });
  assert.ok(text.length > 3e6);
  const start = performance.now();
  await hand(page, "drop", text, "config.json");
  await imported(page, /Imported: Little-Llama/);
  assert.ok(performance.now() - start < 10000);
});

test("fields of the page keep what is pasted into them", async ({ page, url }) => {
  await open(page, url);
  await page.locator("#scenario-text").focus();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, JSON.stringify(config));
  await settle(page);
  assert.match(await title(page), /^Model:/);
});

test("axe finds nothing while a model is being imported", async ({ page, url }) => {
  await open(page, url);
  await hand(page, "paste", JSON.stringify({ ...config, model_type: "never-heard-of" }));
  await imported(page, /Imported/);
  assert.ok((await page.locator("#import-issues li").count()) > 0);
  assert.deepEqual(await violations(page), []);
}, { context: { viewport: { width: 360, height: 740 } } });
