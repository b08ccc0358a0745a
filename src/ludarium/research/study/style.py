"""How a report looks: light, dark, on paper, on a small screen."""

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #f6f1e7; --card: #fffdf8; --ink: #22303c; --faint: #665d4e; --line: #cfc6b4;
  --fill: #2d6a9f; --band: #2d6a9f40; --middle: #a63d33;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161c22; --card: #1f262d; --ink: #ece5d6; --faint: #b5ac9b; --line: #3c454d;
    --fill: #6aa9e0; --band: #6aa9e040; --middle: #ff8a75;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 1rem 1rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.25; }
h2 { font-size: 1.35rem; margin: 2.5rem 0 0.5rem; border-top: 2px solid var(--line); padding-top: 1.2rem; }
h3 { font-size: 1.05rem; margin: 0 0 0.4rem; }
a { color: inherit; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.3rem 1.5rem; padding: 0; list-style: none; }
.grid { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); }
figure {
  margin: 0; padding: 1rem; min-width: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px;
  break-inside: avoid;
}
figure svg { display: block; width: 100%; max-width: 34rem; height: auto; margin: 0 auto; }
figure p { margin: 0.5rem 0; font-size: 0.9rem; color: var(--faint); }
details { font-size: 0.9rem; }
summary { cursor: pointer; padding: 0.3rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.6rem 0; font-variant-numeric: tabular-nums; }
table { min-width: min(100%, 22rem); }
caption { text-align: left; color: var(--faint); padding-bottom: 0.3rem; }
th, td { padding: 0.25rem 0 0.25rem 1rem; border-bottom: 1px solid var(--line); text-align: right; }
td { white-space: nowrap; }
th:first-child { padding-left: 0; text-align: left; font-weight: 600; min-width: 8rem; }
thead th { color: var(--faint); font-weight: 600; vertical-align: bottom; }
dl { margin: 0; }
dt { font-weight: 600; margin-top: 0.6rem; }
dd { margin: 0; color: var(--faint); }
.night { display: none !important; }
@media (prefers-color-scheme: dark) {
  .day { display: none !important; }
  .night { display: block !important; }
}
@media print {
  :root {
    --paper: #fff; --card: #fff; --ink: #000; --faint: #444; --line: #bbb;
    --fill: #2d6a9f; --band: #2d6a9f40; --middle: #a63d33;
  }
  .day { display: block !important; }
  .night { display: none !important; }
  body { font-size: 11pt; }
  main { max-width: none; padding: 0; }
  .grid { display: block; }
  figure { margin-bottom: 1rem; }
  .scroll { overflow: visible; }  /* nobody can scroll on paper: tables become narrower instead */
  table { font-size: 8.5pt; }
  th, td { padding-left: 0.5rem; white-space: normal; }
  th:first-child { min-width: 0; }
}
"""
