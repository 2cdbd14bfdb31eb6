import { isClassName } from '@heddle/domain/canvas/names.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { SearchInput } from '../../components/search-field.tsx'
import { useHeddle } from '../../lib/session/context.tsx'
import { classSearch } from '../model/class-search.ts'
import styles from './explorer.module.css'
import { CLASS_DATA } from './class-row.tsx'
import type { Favorites } from './favorites.ts'
import { words } from './words.ts'

type Props = {
  /** The text of the field, and the same when typing last paused. */
  readonly typed: string
  readonly text: string
  readonly isInstalled: boolean
  readonly favorites: Favorites
  readonly onTyped: (text: string) => void
  readonly onAdd: (name: string) => void
}

/** Finds classes while one types; Enter adds the first, or the one that the arrows chose. */
export function ClassSearchPanel(props: Props) {
  const { typed, isInstalled, favorites, onTyped, onAdd } = props
  const id = useId()
  const wanted = typed.trim()
  const { found, place, error, isAnswered, choose, handleKey } = useFoundClasses(props, wanted)
  return (
    <div className={styles.search}>
      <label htmlFor={id} className="sr-only">
        {words.search}
      </label>
      <span className={styles.searchBox}>
        <SearchInput
          id={id}
          placeholder={words.searchPlaceholder}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          {...(found.length > 0 && { 'aria-controls': `${id}-list`, 'aria-activedescendant': `${id}-${place}` })}
          onKeyDown={handleKey}
          onChange={(event) => {
            choose(0)
            onTyped(event.currentTarget.value)
          }}
        />
        {typed === '' && (
          <kbd className={styles.slash} aria-hidden>
            /
          </kbd>
        )}
      </span>
      {wanted !== '' && isInstalled && error && (
        <p role="alert" className={styles.fault}>
          {words.failure} {error.message}
        </p>
      )}
      {wanted !== '' && !isInstalled && <p className={styles.quiet}>{words.typedName(wanted)}</p>}
      {isAnswered && found.length === 0 && (
        <p role="status" className={styles.quiet}>
          {words.nothingFits(wanted)}
        </p>
      )}
      {found.length > 0 && <Found id={id} found={found} place={place} favorites={favorites} onAdd={onAdd} />}
    </div>
  )
}

/** What was found, which of it the arrows chose, and what the keys of the field do. */
function useFoundClasses({ typed, text, isInstalled, onTyped, onAdd }: Props, wanted: string) {
  const heddle = useHeddle()
  const queries = useQueryClient()
  const { data, error, isPlaceholderData } = useQuery({
    ...classSearch(heddle, text),
    enabled: isInstalled && text !== '' && wanted !== '',
    placeholderData: keepPreviousData,
  })
  const [active, choose] = useState(0)
  const found = wanted === '' ? [] : (data?.results ?? [])
  const isAnswered = text === wanted && data !== undefined && !isPlaceholderData
  const place = Math.min(active, found.length - 1)

  // Enter may come before the answer does: it is waited for, unless something else is typed.
  const latest = useRef(wanted)
  useEffect(() => {
    latest.current = wanted
  }, [wanted])
  const handleEnter = async () => {
    if (!isInstalled) {
      if (isClassName(wanted)) onAdd(wanted)
      return
    }
    const answer = isAnswered ? data : await queries.query(classSearch(heddle, wanted)).catch(() => undefined)
    const hit = isAnswered ? found[place] : answer?.results[0]
    if (hit && latest.current === wanted) onAdd(hit.name)
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) choose((active + step + found.length) % found.length)
    else if (event.key === 'Enter' && wanted !== '') void handleEnter()
    else if (event.key === 'Escape' && typed !== '') {
      event.stopPropagation()
      onTyped('')
    } else return
    event.preventDefault()
  }
  return { found, place, error, isAnswered, choose, handleKey }
}

type FoundProps = Pick<Props, 'favorites' | 'onAdd'> & {
  readonly id: string
  readonly found: ReturnType<typeof useFoundClasses>['found']
  readonly place: number
}

const Found = ({ id, found, place, favorites, onAdd }: FoundProps) => (
  <div id={`${id}-list`} role="listbox" aria-label={words.results} className={styles.rows}>
    {found.map(({ name, display_name }, index) => (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus, and its keys choose
      <div
        key={name}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === place}
        className={styles.result}
        draggable
        title={[name, display_name].filter(Boolean).join(' · ')}
        onMouseDown={(event) => event.detail > 1 && event.preventDefault()}
        onClick={() => onAdd(name)}
        onDragStart={(event) => event.dataTransfer.setData(CLASS_DATA, name)}
      >
        <span className={styles.name}>{name}</span> <span className={styles.label}>{display_name}</span>
        {favorites.has(name) && (
          <span className={styles.kept} aria-hidden>
            ★
          </span>
        )}
      </div>
    ))}
  </div>
)
