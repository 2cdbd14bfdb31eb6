import type { Wire } from '../../../lib/api/wire.ts'
import styles from './install.module.css'
import { type PlanKind, planParts } from './plan-parts.ts'
import { words as packWords } from './words.ts'

const words = packWords.install
const MOST_STEPS = 100
const MOST_CHANGES = 4
const LONGEST = 60

/** What an installation creates, changes and deletes, before it does. */
export function InstallPlan({ reply: { name, version, plan } }: { readonly reply: Wire.PackInstallReply }) {
  const parts = planParts(plan)
  const count = (kind: PlanKind) => parts.get(kind)?.length ?? 0
  const changed = count('change') + count('stricter')
  const unchanged = plan.filter(({ action }) => action === 'unchanged').length
  const counts = [
    count('create') > 0 && words.counts.create(count('create')),
    changed > 0 && words.counts.change(changed),
    count('stricter') > 0 && words.counts.stricter(count('stricter')),
    count('delete') > 0 && words.counts.delete(count('delete')),
    unchanged > 0 && words.counts.unchanged(unchanged),
  ].filter((text) => text !== false)
  return (
    <section aria-label={words.plan} className={styles.planned}>
      <p>
        <strong>{words.what(name, version)}</strong>
        <br />
        {counts.join(', ')}. {parts.size === 0 ? words.nothing : words.examples}
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- With the focus, keys scroll it. */}
      <div className={styles.plan} tabIndex={0} role="group" aria-label={words.plan} hidden={parts.size === 0}>
        {[...parts].map(([kind, steps]) => (
          <div key={kind} className={styles.part}>
            <h3>{words.groups[kind]}</h3>
            <ul>
              {steps.slice(0, MOST_STEPS).map((step) => (
                <Step key={step.check} step={step} />
              ))}
              {steps.length > MOST_STEPS && <li className={styles.minor}>{words.more(steps.length - MOST_STEPS)}</li>}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

const Step = ({ step: { check, title, diff } }: { readonly step: Wire.PackStep }) => (
  <li>
    <span>
      <code>{check}</code> <span dir="auto">{title}</span>
    </span>
    {diff?.slice(0, MOST_CHANGES).map(({ path, before, after }) => (
      <span key={path} className={styles.minor}>
        {path}: {valueText(before)} → {valueText(after)}
      </span>
    ))}
    {diff !== null && diff.length > MOST_CHANGES && (
      <span className={styles.minor}>{words.more(diff.length - MOST_CHANGES)}</span>
    )}
  </li>
)

function valueText(value: unknown): string {
  if (value === null || value === undefined) return words.nowhere
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
