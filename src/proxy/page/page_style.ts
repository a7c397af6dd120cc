/** How the status page looks. */
export const PAGE_STYLE: string = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f7; --card: #ffffff; --ink: #151a21; --quiet: #55606e; --line: #dde1e7;
  --open: #0b6b45; --resting: #8a4a00; --due: #5a4bb0; --probing: #1a5ab5; --failed: #ad1f17;
  --shade: 0 1px 2px rgb(16 24 40 / 6%), 0 4px 12px rgb(16 24 40 / 5%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0c1015; --card: #151a21; --ink: #e9edf2; --quiet: #9ba7b5; --line: #28303a;
    --open: #52c893; --resting: #f2ad52; --due: #b6a8ff; --probing: #7db4ff; --failed: #ff8a80;
    --shade: none;
  }
}
* { box-sizing: border-box; margin: 0; }
[hidden] { display: none !important; }
body {
  background: var(--ground); color: var(--ink);
  font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  font-variant-numeric: tabular-nums;
  max-width: 84rem; margin: 0 auto; padding: 1.5rem clamp(1rem, 3vw, 2.5rem) 3rem;
}
h1 { font-size: 1.3rem; letter-spacing: -.01em; }
h2 { font-size: 1.05rem; letter-spacing: -.005em; overflow-wrap: anywhere; }
header.top { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-bottom: 1.25rem; }
header.top h1 { flex: 1 1 auto; }
.quiet { color: var(--quiet); font-size: .9rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.pill {
  --c: var(--quiet); display: inline-flex; align-items: center; gap: .45em; white-space: nowrap;
  padding: .16rem .6rem; border-radius: 99px; font-size: .82rem; font-weight: 600; color: var(--c);
  background: color-mix(in srgb, var(--c) 10%, var(--card)); border: 1px solid color-mix(in srgb, var(--c) 25%, var(--card));
}
.pill::before { content: ""; width: .62em; height: .62em; border-radius: 50%; border: 2px solid currentColor; flex: none; }
.pill.open { --c: var(--open); } .pill.open::before { background: currentColor; }
.pill.resting { --c: var(--resting); }
.pill.resting::before { border-radius: 0; border-width: 0 .19em; width: .56em; height: .74em; }
.pill.due { --c: var(--due); } .pill.due::before { border-style: dashed; }
.pill.probing { --c: var(--probing); }
.pill.probing::before { border-right-color: transparent; animation: turn 1s linear infinite; }
.pill.lost { --c: var(--failed); } .pill.lost::before { border-radius: 2px; rotate: 45deg; }
@keyframes turn { to { rotate: 1turn; } }
@media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }

.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.2rem, 1fr)); gap: .75rem; margin-bottom: 1.75rem; }
.tiles > div, .card, .panel { background: var(--card); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shade); }
.tiles > div { padding: .7rem .9rem; display: flex; flex-direction: column-reverse; justify-content: flex-end; }
.tiles dt { color: var(--quiet); font-size: .84rem; }
.tiles dd { font-size: 1.6rem; font-weight: 650; line-height: 1.2; letter-spacing: -.02em; }
.tiles .bad dd { color: var(--failed); }
.tiles .rests dd { color: var(--resting); }

.bar { display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: baseline; margin: 0 .1rem .6rem; }
.bar h2 { margin-right: auto; }
label { display: inline-flex; gap: .4rem; align-items: center; font-size: .9rem; color: var(--quiet); cursor: pointer; }
input { accent-color: var(--probing); width: 1.05rem; height: 1.05rem; }
.model { margin-bottom: 1.75rem; }
.cards { list-style: none; padding: 0; display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19.5rem), 1fr)); }
.card { padding: .8rem .9rem .75rem; display: flex; flex-direction: column; gap: .6rem; position: relative; min-width: 0; }
.card .who { display: flex; gap: .6rem; align-items: flex-start; justify-content: space-between; }
.card .name { font-weight: 600; overflow-wrap: anywhere; min-width: 0; padding-top: .1rem; }
.card .name b { color: var(--quiet); font-weight: 500; margin-right: .45em; }
.card .pill { flex: none; }
.card.resting { border-color: color-mix(in srgb, var(--resting) 45%, var(--line)); }
.card.probing { border-color: color-mix(in srgb, var(--probing) 45%, var(--line)); }
.left { height: 4px; border-radius: 4px; background: color-mix(in srgb, var(--resting) 16%, var(--card)); overflow: hidden; }
.card:not(.resting) .left { visibility: hidden; }
.left > i { display: block; height: 100%; width: 0; border-radius: 4px; background: var(--resting); transition: width .25s linear; }
.facts { display: grid; grid-template-columns: repeat(4, auto); gap: .1rem .8rem; justify-content: space-between; }
.facts > div { display: flex; flex-direction: column-reverse; justify-content: flex-end; min-width: 0; }
.facts dt { font-size: .78rem; color: var(--quiet); }
.facts dd { font-weight: 600; white-space: nowrap; }
.last { display: flex; align-items: flex-end; gap: 2px; height: 26px; }
.last i { flex: 1 1 0; min-height: 3px; border-radius: 2px; background: color-mix(in srgb, var(--open) 62%, var(--card)); }
.last i.failed { background: repeating-linear-gradient(135deg, var(--failed) 0 2px, transparent 2px 4px); border: 1px solid var(--failed); }
.last i.none { background: var(--line); height: 3px; }
.foot { margin-top: auto; display: flex; gap: .6rem; align-items: center; justify-content: space-between; min-height: 1.9rem; }
.chips { display: flex; flex-wrap: wrap; gap: .3rem; list-style: none; padding: 0; min-width: 0; }
.chips li { font-size: .8rem; padding: .08rem .5rem; border-radius: 6px; color: var(--failed); background: color-mix(in srgb, var(--failed) 8%, var(--card)); }

.chips li.keys { color: var(--resting); background: color-mix(in srgb, var(--resting) 10%, var(--card)); }
.chips li.none { color: var(--quiet); background: none; padding-left: 0; }
button {
  font: inherit; font-size: .84rem; font-weight: 600; color: var(--ink); background: transparent; cursor: pointer; white-space: nowrap;
  border: 1px solid color-mix(in srgb, var(--ink) 35%, var(--card)); border-radius: 8px; padding: .22rem .7rem; min-height: 1.9rem;
}
button:hover { background: color-mix(in srgb, var(--ink) 7%, var(--card)); }
:focus-visible { outline: 2px solid var(--probing); outline-offset: 2px; }
.panel { padding: .4rem .9rem; }
.panel ol { list-style: none; padding: 0; }
.panel li { display: grid; grid-template-columns: 4.6rem 6.2rem 1fr; gap: 0 .8rem; padding: .42rem 0; border-top: 1px solid var(--line); }
.panel li:first-child { border-top: 0; }
.panel time { color: var(--quiet); }
.panel .what { font-weight: 600; }
.panel .failed, .panel .broken { color: var(--failed); } .panel .rests { color: var(--resting); } .panel .back, .panel .reset { color: var(--open); }
.panel .subject { overflow-wrap: anywhere; }
.stale main { opacity: .55; }
footer { margin-top: 2rem; }
a { color: inherit; }
@media (max-width: 40rem) {
  body { padding-top: 1rem; }
  .tiles { grid-template-columns: repeat(3, 1fr); gap: .5rem; }
  .tiles > div { padding: .5rem .65rem; } .tiles dd { font-size: 1.3rem; }
  .panel li { grid-template-columns: 4.6rem 1fr; } .panel .subject { grid-column: 1 / -1; }
  button { min-height: 2.5rem; padding-inline: 1rem; } label { min-height: 2.5rem; width: 100%; }
}
`;
