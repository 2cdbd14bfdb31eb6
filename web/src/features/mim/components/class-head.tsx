import { Button } from '../../../components/button.tsx'
import { Fact } from '../../../components/fact.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import styles from './class-head.module.css'
import { ClassLink } from './class-link.tsx'
import { ClassPaths, type FindInTree } from './class-paths.tsx'
import { useClassesAddress } from './use-classes-address.ts'

type Props = { readonly found: Wire.MimClassDetail; readonly onFind: FindInTree }

/** What a class is and where it lives. */
export function ClassHead({ found, onFind }: Props) {
  const { change } = useClassesAddress()
  const { name, description, rn_format: rn, identified_by: naming, super_classes: supers } = found
  const badges = [
    found.abstract && words.badges.abstract,
    found.context_root && words.badges.contextRoot,
    found.configurable && words.badges.configurable,
    found.deprecated && words.badges.deprecated,
  ].filter((badge) => badge !== false)
  return (
    <div className={styles.head}>
      {badges.length > 0 && (
        <ul className={styles.badges}>
          {badges.map((badge) => (
            <li key={badge} className={`${styles.badge} ${badge === words.badges.deprecated ? styles.warn : ''}`}>
              {badge}
            </li>
          ))}
        </ul>
      )}
      {description !== '' && <p className={styles.text}>{description}</p>}
      <ClassPaths key={name} name={name} onFind={onFind} />
      <dl className={styles.facts}>
        <Fact
          name={words.factNames.package}
          value={
            <Button
              look="link"
              className={styles.code}
              onClick={() => change({ package: found.package, q: undefined })}
            >
              {found.package}
            </Button>
          }
        />
        <Fact name={words.factNames.category} value={found.category} />
        <Fact name={words.factNames.rn} value={<code>{rn === '' ? words.none : rn}</code>} />
        <Fact
          name={words.factNames.naming}
          value={<code>{naming.length === 0 ? words.none : naming.join(', ')}</code>}
        />
        {supers.length > 0 && (
          <Fact
            name={words.factNames.supers}
            value={
              <span className={styles.supers}>
                {supers.map((one) => (
                  <ClassLink key={one} name={one} />
                ))}
              </span>
            }
          />
        )}
      </dl>
    </div>
  )
}
