import { Button } from '../../../components/button.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import { copy } from './class-actions.tsx'
import styles from './dn-patterns.module.css'

/** The patterns of the DNs of its objects. */
export function DnPatterns({ found }: { readonly found: Wire.MimClassDetail }) {
  const { dn_formats: patterns, dn_format_count: count } = found
  if (patterns.length === 0) return <p className={styles.quiet}>{words.noPatterns}</p>
  return (
    <>
      <ul className={styles.patterns}>
        {patterns.map((pattern) => (
          <li key={pattern} className={styles.pattern}>
            <code className={styles.text}>{pattern}</code>
            <Button look="quiet" aria-label={words.copyPattern(pattern)} onClick={() => void copy(pattern)}>
              {words.copy}
            </Button>
          </li>
        ))}
      </ul>
      {count > patterns.length && <p className={styles.quiet}>{words.patternsCut(patterns.length, count)}</p>}
    </>
  )
}
