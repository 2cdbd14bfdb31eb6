import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../../../canvas/canvas-context.tsx'
import { addClass } from '../../../canvas/connect/add-class.ts'
import { Button } from '../../../components/button.tsx'
import { Read } from '../../../components/read.tsx'
import { toast } from '../../../components/toasts.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import styles from './ask.module.css'
import { words } from './words.ts'

const MOST = 6

/** What the class model has for a question, without asking anybody. */
export function ClassesByWords({ question }: { readonly question: string }) {
  const { mim } = useHeddle()
  const { store } = useWorkspace()
  const found = useQuery({
    queryKey: ['mim', 'suggest', question],
    queryFn: ({ signal }) => mim.classes.suggest({ q: question, source: 'search', limit: MOST }, { signal }),
  })
  return (
    <section aria-label={words.byWords.title} className={styles.byWords}>
      <h3>{words.byWords.title}</h3>
      <Read of={found} failure={words.byWords.failure} permission="">
        {({ results }) =>
          results.length === 0 ? (
            <p>{words.byWords.none}</p>
          ) : (
            <ul className={styles.classes}>
              {results.map(({ name, display_name: label, reason }) => (
                <li key={name} className={styles.class}>
                  <Link to="/mim/class/$name" params={{ name }} className="code">
                    {name}
                  </Link>
                  <span>{label}</span>
                  <span className={styles.reason}>{reason}</span>
                  <Button
                    aria-label={words.byWords.add(name)}
                    onClick={() => {
                      addClass(store, name)
                      toast(words.byWords.added(name))
                    }}
                  >
                    {words.byWords.add(name)}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </section>
  )
}
