/**
 * The status page in a browser; without one, nothing is tested.
 *
 * With `SCREENSHOTS` in the environment, screenshots are kept in that folder.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import axe from "npm:axe-core@4.14.1";
import type { Browser, Page } from "npm:playwright-core@1.65.1";
import type { ProxyConfig } from "../../../src/proxy/config/proxy_config.ts";
import { answer, type Script, status } from "../support/scripted_upstream.ts";
import { CHROMIUM, launch } from "./support/chromium.ts";
import { fine, type ServedPage, servedPage } from "./support/served_page.ts";

interface Visit extends ServedPage {
  readonly page: Page;
  /** What the page complained of. */
  readonly complaints: readonly string[];
}

interface VisitOptions {
  readonly config?: Partial<ProxyConfig>;
  readonly before?: (served: ServedPage) => Promise<unknown>;
  readonly context?: Parameters<Browser["newPage"]>[0];
}

function test(
  name: string,
  scripts: Readonly<Record<string, readonly Script[]>>,
  run: (visit: Visit) => Promise<void>,
  { config, before, context }: VisitOptions = {},
): void {
  Deno.test({
    name: `the status page ${name}${CHROMIUM ? "" : " (there is no Chromium here)"}`,
    ignore: CHROMIUM === undefined,
    async fn() {
      const served = await servedPage(scripts, config);
      const browser = await launch();
      try {
        await before?.(served);
        const page = await browser.newPage({ ...context, bypassCSP: false });
        const complaints: string[] = [];
        page.on("console", (message) => {
          if (message.type() === "error") complaints.push(message.text());
        });
        page.on("pageerror", (error) => complaints.push(error.message));
        await page.goto(`${served.proxy.url}/`);
        await page.getByText("Live", { exact: true }).waitFor();
        await run({ ...served, page, complaints });
      } finally {
        await browser.close();
        await served.proxy.close();
      }
    },
  });
}

function card(page: Page, id: string) {
  return page.locator(".card", { hasText: id });
}

const TWO = { one: [status(503), answer("ok")], two: [answer("ok")] };

test("shows each upstream live, and counts its rest down", TWO, async (visit) => {
  const { page, ask, complaints } = visit;
  assertStringIncludes(await card(page, "one/model").innerText(), "Open");
  assertEquals(await ask(), 200);
  await card(page, "one/model").getByText(/^Resting/).waitFor();
  assertStringIncludes(await card(page, "one/model").innerText(), "overloaded × 1");
  assertStringIncludes(await page.locator("#recent").innerText(), "one/model: overloaded (503)");
  await page.getByText("Tried next").waitFor();
  assertEquals(await ask(), 200);
  await card(page, "one/model").getByText("Open", { exact: true }).waitFor();
  assertEquals((await page.content()).includes("A secret prompt"), false);
  assertEquals(complaints, []);
}, { config: { backoff_defaults: { base: "2s", jitter: 0 } } });

test("ends a rest by its button", TWO, async ({ page, complaints }) => {
  await card(page, "one/model").getByText(/^Resting/).waitFor();
  await page.getByRole("button", { name: "End rest of one/model" }).click();
  await card(page, "one/model").getByText("Open", { exact: true }).waitFor();
  await page.getByText("Reset", { exact: true }).waitFor();
  assertEquals(complaints, []);
}, {
  config: { backoff_defaults: { base: "10m", jitter: 0 } },
  before: ({ ask }) => ask(),
});

test("finds its way back when the proxy was away", TWO, async ({ page, proxy }) => {
  const port = Number(new URL(proxy.url).port);
  await proxy.close();
  await page.getByText("Connection lost").waitFor();
  const again = await servedPage(TWO, { listen: `127.0.0.1:${port}` });
  await page.getByText("Live", { exact: true }).waitFor();
  await again.proxy.close();
});

test("shows a hundred upstreams, and hides those that are open", {
  "host-0": [status(500)],
  ...fine(99),
}, async ({ page, complaints }) => {
  assertEquals(await page.locator(".card").count(), 100);
  await page.getByLabel("Hide what is open").check();
  await page.waitForFunction("document.querySelectorAll('.card:not([hidden])').length === 1");
  assertEquals(complaints, []);
}, {
  config: { backoff_defaults: { base: "10m", jitter: 0 } },
  before: ({ ask }) => ask(),
});

test("may do nothing but what it is for", TWO, async ({ page, complaints }) => {
  // A string, as the page's script would be one that a stranger slipped in.
  const ran = await page.evaluate(`(() => {
    const script = document.createElement("script");
    try { script.textContent = "window.isHurt = true"; } catch { return false; }
    document.body.append(script);
    return window.isHurt === true;
  })()`);
  assertEquals(ran, false);
  assert(complaints.length > 0);
});

const LONG = "a-provider-with-quite-a-long-name";
const MIXED = {
  fast: [answer("ok"), answer("ok"), status(429), answer("ok")],
  [LONG]: [status(500), answer("ok"), status(529), answer("ok")],
  local: [answer("ok")],
};

for (const colorScheme of ["light", "dark"] as const) {
  for (const [device, width, height] of [["desk", 1280, 900], ["phone", 390, 844]] as const) {
    test(`can be read by all, on a ${device}, in the ${colorScheme}`, MIXED, async ({ page }) => {
      await card(page, "fast/model").first().getByText(/^Resting/).waitFor();
      const overflow = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      assertEquals(overflow, 0, "Nothing sticks out to the right");
      // The browser lets the debugger in where the page's policy lets nobody in.
      await page.evaluate(`{ const module = undefined; ${axe.source} }`);
      const { violations } = await page.evaluate("axe.run()") as {
        readonly violations: readonly { readonly id: string; readonly nodes: readonly unknown[] }[];
      };
      assertEquals(violations.map(({ id, nodes }) => `${id} (${nodes.length})`), []);
      const folder = Deno.env.get("SCREENSHOTS");
      if (folder === undefined) return;
      await page.screenshot({ path: `${folder}/${device}_${colorScheme}.png`, fullPage: true });
    }, {
      config: {
        models: {
          coding: [`fast/model`, `${LONG}/model-2026-large-instruct`, "local/model"],
          small: {
            upstreams: ["local/mini", "fast/mini"],
            strategy: "least_busy",
            fallback: ["coding"],
          },
        },
        backoff_defaults: { base: "40s", jitter: 0 },
      },
      before: async ({ ask }) => {
        for (let index = 0; index < 9; index++) await ask(index % 3 === 2 ? "small" : "coding");
      },
      context: { viewport: { width, height }, colorScheme },
    });
  }
}
