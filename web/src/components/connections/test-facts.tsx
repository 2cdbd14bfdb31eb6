import type { ReactNode } from 'react'
import { Fact } from '../fact.tsx'
import styles from './test-dialog.module.css'
import { words } from './words.ts'

/** It works, and what the test learnt; what it did not learn is left out. */
export const TestPassed = ({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) => (
  <>
    <p>{words.works}</p>
    <dl className={styles.facts}>
      {facts.map(([name, value]) => value !== undefined && <Fact key={name} name={name} value={value} />)}
    </dl>
  </>
)

/** What the server said, and what usually helps. */
export const TestFailed = ({ message, remedy }: { readonly message: string; readonly remedy: string | undefined }) => (
  <>
    <p>{message}</p>
    {remedy !== undefined && <p className={styles.remedy}>{remedy}</p>}
  </>
)
