/** The whole style of a page that proves something: light and dark, narrow and wide, on paper. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d5dae0; --tint: #f4f6f8; --paper: #fff;
  --good: #1a7f43; --good-tint: #e6f5ec; --bad: #b3261e; --bad-tint: #fdecea; --wait: #8a5a00; --wait-tint: #fff4dc; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --soft: #9aa4b0; --line: #333b45; --tint: #1c2229;
  --paper: #13171c; --good: #5fce8d; --good-tint: #14301f; --bad: #ff938a; --bad-tint: #3a1a18; --wait: #eebb5c; --wait-tint: #33270f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 40px 32px 56px; }
.kind { margin: 0; color: var(--soft); font-size: 12px; font-weight: 600; letter-spacing: .08em; text-transform: uppercase; }
h1 { margin: 4px 0 0; font-size: 28px; line-height: 1.2; overflow-wrap: anywhere; }
h2 { margin: 40px 0 12px; font-size: 18px; }
h2 small { color: var(--soft); font-weight: 400; font-size: 14px; }
h3 { margin: 24px 0 8px; font-size: 15px; overflow-wrap: anywhere; }
.verdict { margin: 24px 0 0; padding: 14px 18px; border-left: 4px solid; border-radius: 4px; font-weight: 600; }
.verdict span { display: block; font-weight: 400; font-size: 14px; color: var(--ink); overflow-wrap: anywhere; }
.good { color: var(--good); } .bad { color: var(--bad); } .wait { color: var(--wait); }
.verdict.good { background: var(--good-tint); } .verdict.bad { background: var(--bad-tint); } .verdict.wait { background: var(--wait-tint); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 24px; margin: 28px 0 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
code, pre, .hash { font-family: ui-monospace, 'SF Mono', Consolas, 'Liberation Mono', monospace; font-size: 12.5px; }
table { width: 100%; border-collapse: collapse; font-size: 13.5px; }
th { text-align: left; font-weight: 600; color: var(--soft); border-bottom: 2px solid var(--line); padding: 8px 12px 8px 0; vertical-align: bottom; overflow-wrap: anywhere; }
td { border-bottom: 1px solid var(--line); padding: 8px 12px 8px 0; vertical-align: top; overflow-wrap: anywhere; }
th:first-child, td:first-child { width: 3em; color: var(--soft); }
td ul { margin: 0; padding: 0; list-style: none; font-size: 12.5px; }
td li b { font-weight: 400; color: var(--soft); }
td li.changed { color: var(--wait); font-weight: 600; }
td small, li small { display: block; color: var(--soft); font-size: 12px; }
.holds { white-space: nowrap; font-weight: 600; }
pre { margin: 8px 0 0; padding: 12px 14px; background: var(--tint); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.45; }
.note { margin: 4px 0 0; color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
a { color: inherit; }
footer { margin-top: 48px; padding-top: 16px; border-top: 1px solid var(--line); color: var(--soft); font-size: 13px; }
footer .hash { display: block; color: var(--ink); overflow-wrap: anywhere; margin: 2px 0 8px; }
@media screen and (max-width: 700px) {
  main { padding: 24px 16px 40px; } h1 { font-size: 23px; }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 10px; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, td { display: block; width: auto; }
  tr { border: 1px solid var(--line); border-radius: 6px; padding: 8px 12px; margin-bottom: 12px; break-inside: avoid; }
  td, td:first-child { border: 0; padding: 3px 0; width: auto; }
  td[data-name]::before { content: attr(data-name); display: block; color: var(--soft); font-size: 12px; }
  td.empty { display: none; }
}
@media print {
  @page { margin: 16mm 14mm; }
  body { font-size: 10pt; } main { max-width: none; padding: 0; }
  h1 { font-size: 18pt; } h2 { font-size: 12.5pt; margin-top: 22pt; } h3 { font-size: 10.5pt; }
  h2, h3 { break-after: avoid; } thead { display: table-header-group; } tr, .verdict, footer { break-inside: avoid; }
  table { font-size: 8.5pt; } td small, li small { font-size: 8pt; } td ul, code, .hash { font-size: 8pt; } pre { font-size: 7.5pt; border-radius: 0; }
  .verdict { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`
