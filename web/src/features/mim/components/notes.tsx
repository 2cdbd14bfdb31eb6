import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Read } from '../../../components/read.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { classNotes } from '../api.ts'
import { words } from '../words.ts'
import styles from './notes.module.css'

/** What is worth knowing before one queries a class; AI adds to it when somebody asks. */
export function Notes({ name }: { readonly name: string }) {
  const heddle = useHeddle()
  const [asksAi, setAsksAi] = useState(false)
  const known = useQuery(classNotes(heddle, name, false))
  const more = useQuery({ ...classNotes(heddle, name, true), enabled: asksAi })
  return (
    <Read of={known} failure={words.notesFailure} permission="administrators">
      {(fromModel) => {
        const { notes, detail } = more.data ?? fromModel
        return (
          <div className={styles.part}>
            {notes.length === 0 && <p className={styles.quiet}>{words.noNotes}</p>}
            <ul className={styles.notes}>
              {notes.map(({ title, text, source }) => (
                <li key={title + text}>
                  <h3>
                    {title} {source === 'ai' && <span className={styles.badge}>{words.byAi}</span>}
                  </h3>
                  <p className={styles.text}>{text}</p>
                </li>
              ))}
            </ul>
            {(more.error ?? (asksAi && detail)) && (
              <p role="status" className={styles.quiet}>
                {more.error?.message ?? detail}
              </p>
            )}
            {!more.data && (
              <Button impossible={more.isFetching ? words.asking : undefined} onClick={() => setAsksAi(true)}>
                {words.askAi}
              </Button>
            )}
          </div>
        )
      }}
    </Read>
  )
}
