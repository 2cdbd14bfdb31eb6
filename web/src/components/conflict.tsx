import { HeddleError } from '@heddle/client'
import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useId, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from './button.tsx'
import { changesBetween, type FieldLabels } from './changes-between.ts'
import styles from './conflict.module.css'
import { ValueDiff } from './diff/value-diff.tsx'
import { words } from './words.ts'
import { WriteFailureText } from './write-failure.tsx'

export type Tagged = { readonly etag: string }

type Scope = {
  readonly first: object
  readonly labels: FieldLabels | undefined
  readonly readTheirs: () => Promise<Tagged>
  /** What is typed stays, and the next attempt replaces theirs. */
  readonly keepMine: (theirs: Tagged) => void
  /** The form begins anew with theirs. */
  readonly takeTheirs: (theirs: Tagged) => void
}

const ConflictScope = createContext<Scope | undefined>(undefined)

type Props<T extends Tagged> = {
  /** What the form begins with; what is read later by others does not take away its tag. */
  readonly first: T
  readonly read: () => Promise<T>
  /** How the form calls the fields whose names on the wire are other ones. */
  readonly labels?: FieldLabels | undefined
  /** `adopt` goes on with what was just saved. */
  readonly children: (base: T, adopt: (saved: T) => void) => ReactNode
}

/** A form in here that is refused because somebody else saved meanwhile shows what they changed, and two ways on. */
export function Versioned<T extends Tagged>({ first, read, labels, children }: Props<T>) {
  const [{ base, began }, setState] = useState({ base: first, began: 0 })
  const scope = useMemo<Scope>(
    () => ({
      first: base,
      labels,
      readTheirs: read,
      keepMine: (theirs) => setState((before) => ({ ...before, base: theirs as T })),
      takeTheirs: (theirs) => setState((before) => ({ base: theirs as T, began: before.began + 1 })),
    }),
    [base, read, labels],
  )
  return (
    <ConflictScope value={scope}>
      <Began key={began}>{children(base, (saved) => setState((before) => ({ ...before, base: saved })))}</Began>
    </ConflictScope>
  )
}

const Began = ({ children }: { readonly children: ReactNode }) => children

/** What there is to show instead of a refusal; undefined when it was refused for another reason. */
export function useConflict(error: Error | null): Scope | undefined {
  const scope = useContext(ConflictScope)
  return isConflict(error) ? scope : undefined
}

export const isConflict = (error: unknown): boolean => error instanceof HeddleError && error.status === 412

/** Somebody else was faster: what they changed, and whose version it is to be. */
export function ConflictNotice({ scope, onAgain }: { readonly scope: Scope; readonly onAgain: () => void }) {
  const theirs = useQuery({ queryKey: ['conflict', useId()], queryFn: scope.readTheirs, gcTime: 0 })
  const { conflict } = words
  if (theirs.error)
    return <WriteFailureText what={conflict.title} error={theirs.error} onRetry={() => void theirs.refetch()} />
  if (!theirs.data) return <p>{conflict.title}</p>
  const found = theirs.data
  const handleKeepMine = () => {
    // What is sent must have the new tag already.
    flushSync(() => scope.keepMine(found))
    onAgain()
  }
  return (
    <div className={styles.notice}>
      <p>
        <strong>{conflict.title}</strong> {conflict.text}
      </p>
      <Changes scope={scope} after={found} />
      <div className={styles.ways}>
        <Button onClick={handleKeepMine}>{conflict.keepMine}</Button>
        <Button onClick={() => scope.takeTheirs(found)}>{conflict.takeTheirs}</Button>
      </div>
    </div>
  )
}

function Changes({ scope, after }: { readonly scope: Scope; readonly after: object }) {
  const changes = changesBetween(scope.first, after, scope.labels)
  if (changes.length === 0) return <p>{words.conflict.unseen}</p>
  return (
    <dl aria-label={words.conflict.theirs} className={styles.changes}>
      {changes.map((change) => (
        <div key={change.name}>
          <dt>{change.name}</dt>
          <dd>
            <ValueDiff before={change.before} after={change.after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
