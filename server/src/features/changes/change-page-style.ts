import { PAGE_STYLE } from '../../platform/text/proof-style.ts'

/** That of proofs, with what only this page has. */
export const CHANGE_PAGE_STYLE = `${PAGE_STYLE}
.counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 12px; margin: 24px 0 0; padding: 0; list-style: none; }
.counts li { padding: 10px 14px; background: var(--tint); border-radius: 4px; color: var(--soft); font-size: 13px; }
.counts b { display: block; color: var(--ink); font-size: 22px; line-height: 1.3; font-variant-numeric: tabular-nums; }
.rows th:first-child, .rows td:first-child { width: 5.5em; color: inherit; }
.checks td:nth-child(1) { min-width: 12em; }
@media (min-width: 701px), print { .rows th:nth-child(2) { width: 38%; } .rows th:nth-child(3) { width: 30%; } }
.checks th:first-child, .checks td:first-child { width: auto; color: inherit; }
.was { color: var(--soft); text-decoration: line-through; }
h3 small { color: var(--soft); font-weight: 400; font-size: 13px; }
.names { margin: 8px 0 0; padding-left: 18px; } .names li { overflow-wrap: anywhere; }
.empty-note { color: var(--soft); margin: 8px 0 0; }
@media print { .counts { grid-template-columns: repeat(5, 1fr); } .counts li { padding: 6px 8px; border: 1px solid var(--line); }
  .counts b { font-size: 13pt; } }
`
