import { createHash } from "node:crypto";
import { PAGE_SCRIPT } from "./page_script.ts";
import { PAGE_STYLE } from "./page_style.ts";

const ICON = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E" +
  "%3Ccircle cx='8' cy='8' r='6' fill='none' stroke='%230b8a5a' stroke-width='3'/%3E%3C/svg%3E";

/** The status page: one file that loads nothing but `/events`. */
export const STATUS_PAGE: string = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Backoff proxy</title>
<link rel="icon" href="${ICON}">
<style>${PAGE_STYLE}</style>
</head>
<body>
<header class="top">
<h1>Backoff proxy</h1>
<span class="pill" id="link" role="status">Connecting</span>
<label><input type="checkbox" id="only"> Hide what is open</label>
</header>
<main>
<p class="hidden" id="said" role="status"></p>
<dl class="tiles" id="tiles" aria-label="Requests"></dl>
<noscript><p>This page needs JavaScript. The same is at <a href="state">/state</a>.</p></noscript>
<div id="models"></div>
<section aria-labelledby="happened">
<div class="bar"><h2 id="happened">What happened last</h2></div>
<div class="panel"><p class="quiet" id="nothing">Nothing failed yet.</p><ol id="recent"></ol></div>
</section>
</main>
<footer class="quiet"><span id="since"></span> The same as JSON: <a href="state">/state</a>, for Prometheus: <a href="metrics">/metrics</a>.</footer>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;

/** What the page may load and do: its own style and script, and what it asks this proxy. */
export const PAGE_POLICY: string = [
  "default-src 'none'",
  `script-src ${hashOf(PAGE_SCRIPT)}`,
  `style-src ${hashOf(PAGE_STYLE)}`,
  "img-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
