import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { Read } from '../../../components/read.tsx'
import { useListKeys } from '../../../components/use-list-keys.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { CLASSES_PER_PAGE, classesOfPackage } from '../api.ts'
import { words } from '../words.ts'
import { ClassLink } from './class-link.tsx'
import styles from './package-classes.module.css'

type Props = { readonly name: string; readonly onLeave: () => void }

/** The classes of one package, by name. */
export function PackageClasses({ name, onLeave }: Props) {
  const found = useQuery(classesOfPackage(useHeddle(), name))
  const list = useRef<HTMLUListElement>(null)
  useListKeys(list)
  return (
    <section aria-labelledby="package" className={styles.part}>
      <div className={styles.head}>
        <h3 id="package">{words.packageTitle(name)}</h3>
        <Button look="link" onClick={onLeave}>
          {words.leavePackage}
        </Button>
      </div>
      <Read of={found} failure={words.packageFailure} permission="administrators">
        {({ results, count }) => (
          <>
            <ul ref={list} className={styles.rows}>
              {results.map(({ name: className, display_name: label }) => (
                <li key={className} data-row>
                  <ClassLink name={className} className={styles.row}>
                    {className} <span className={styles.label}>{label}</span>
                  </ClassLink>
                </li>
              ))}
            </ul>
            {count > CLASSES_PER_PAGE && <p className={styles.more}>{words.firstOf(results.length, count)}</p>}
          </>
        )}
      </Read>
    </section>
  )
}
