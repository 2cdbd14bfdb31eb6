import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { FavoriteList } from '../../../canvas/explorer/favorite-list.tsx'
import type { Favorites } from '../../../canvas/explorer/favorites.ts'
import { Button } from '../../../components/button.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { SearchInput } from '../../../components/search-field.tsx'
import { ErrorBar } from '../../../components/states.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useLater } from '../../../lib/time/use-later.ts'
import { type HitType, modelSearch, topPackages } from '../api.ts'
import { words } from '../words.ts'
import styles from './find-pane.module.css'
import { Marked } from './marked.tsx'
import { PackageClasses } from './package-classes.tsx'
import { useClassesAddress } from './use-classes-address.ts'

const PAUSE_MS = 150
const KINDS = ['all', 'class', 'property', 'package'] as const

type Hit = Wire.MimSearchResult

/** Finds classes, properties and packages while one types; below it what one keeps at hand. */
export function FindPane({ favorites }: { readonly favorites: Favorites }) {
  const { search, change, open } = useClassesAddress()
  const id = useId()
  const kind = KINDS.find((one) => one === search.kind) ?? 'all'
  const [typed, setTyped] = useTyped(search.q ?? '', (q) => change({ q, package: undefined }))
  const { hits, error, refetch, isAnswered, place, choose } = useHits(typed, kind === 'all' ? undefined : kind)

  const take = (hit: Hit | undefined) => {
    if (hit?.type === 'class') open(hit.name)
    else if (hit?.type === 'property') open(hit.class ?? hit.name, { p: hit.name })
    else if (hit) {
      setTyped('')
      change({ q: undefined, package: hit.name })
    }
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && hits.length > 0) choose((place + step + hits.length) % hits.length)
    else if (event.key === 'Enter' && hits.length > 0) take(hits[place])
    else if (event.key === 'Escape' && typed !== '') setTyped('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isSearching = typed.trim() !== ''
  return (
    <section aria-label={words.find} className={styles.pane}>
      <h2 className="sr-only">{words.find}</h2>
      <div className={styles.search}>
        <label htmlFor={id} className="sr-only">
          {words.search}
        </label>
        <SearchInput
          id={id}
          placeholder={words.searchPlaceholder}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          {...(hits.length > 0 && { 'aria-controls': `${id}-list`, 'aria-activedescendant': `${id}-${place}` })}
          onKeyDown={handleKey}
          onChange={(event) => {
            choose(0)
            setTyped(event.currentTarget.value)
          }}
        />
        {isSearching && (
          <RadioGroup
            label={words.kinds}
            isLabelHidden
            value={kind}
            choices={KINDS.map((value) => ({ value, label: words.kind[value] }))}
            onChange={(next) => change({ kind: next === 'all' ? undefined : next })}
          />
        )}
      </div>
      {isSearching && error && <ErrorBar what={words.searchFailure} error={error} onRetry={() => void refetch()} />}
      {isSearching && isAnswered && hits.length === 0 && (
        <p role="status" className={styles.quiet}>
          {words.nothing(typed.trim())}
        </p>
      )}
      {hits.length > 0 && <Hits id={id} hits={hits} place={place} typed={typed} onTake={take} />}
      {!isSearching && search.package !== undefined && (
        <PackageClasses name={search.package} onLeave={() => change({ package: undefined })} />
      )}
      {!isSearching && search.package === undefined && <AtHand favorites={favorites} onOpen={open} />}
    </section>
  )
}

/** What is typed at once, and the address once typing pauses; Back may change the address too. */
function useTyped(given: string, onPause: (text: string | undefined) => void) {
  const [typed, setTyped] = useState(given)
  const [known, setKnown] = useState(given)
  if (known !== given) {
    setKnown(given)
    setTyped(given)
  }
  const later = useLater(typed, PAUSE_MS)
  useEffect(() => {
    if (later !== typed || later.trim() === given) return
    onPause(later.trim() === '' ? undefined : later.trim())
    // oxlint-disable-next-line react/exhaustive-deps -- Another function with the same purpose is no reason to search again.
  }, [later, typed])
  return [typed, setTyped] as const
}

function useHits(typed: string, type: HitType | undefined) {
  const wanted = typed.trim()
  const text = useLater(wanted, PAUSE_MS)
  const [active, choose] = useState(0)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...modelSearch(useHeddle(), text, type),
    enabled: text !== '' && wanted !== '',
    placeholderData: keepPreviousData,
  })
  const hits = wanted === '' ? [] : (data?.results ?? [])
  const isAnswered = text === wanted && data !== undefined && !isPlaceholderData
  return { hits, error, refetch, isAnswered, choose, place: Math.min(active, hits.length - 1) }
}

type HitsProps = {
  readonly id: string
  readonly hits: readonly Hit[]
  readonly place: number
  readonly typed: string
  readonly onTake: (hit: Hit) => void
}

const Hits = ({ id, hits, place, typed, onTake }: HitsProps) => (
  <div id={`${id}-list`} role="listbox" aria-label={words.results} className={styles.hits}>
    {hits.map((hit, index) => (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus, and its keys choose
      <div
        key={`${hit.type} ${hit.class ?? ''} ${hit.name}`}
        id={`${id}-${index}`}
        ref={(element) => {
          if (index === place) element?.scrollIntoView({ block: 'nearest' })
        }}
        role="option"
        tabIndex={-1}
        aria-selected={index === place}
        className={styles.hit}
        onClick={() => onTake(hit)}
      >
        <span className={styles.name}>
          <Marked text={hit.name} typed={typed} />
        </span>{' '}
        <span className={styles.badge}>{words.badge[hit.type]}</span>
        <span className={styles.label}>
          {hit.type === 'property' ? words.ofClass(hit.class ?? '') : <Marked text={labelOf(hit)} typed={typed} />}
        </span>
      </div>
    ))}
  </div>
)

const labelOf = ({ display_name: label, description }: Hit): string => label ?? description ?? ''

type AtHandProps = { readonly favorites: Favorites; readonly onOpen: (name: string) => void }

/** Favorites, and the packages one could begin with. */
function AtHand({ favorites, onOpen }: AtHandProps) {
  // Who reads a class has begun: packages are read when they are wanted.
  const isAtStart = useParams({ strict: false }).name === undefined
  const [areWanted, setAreWanted] = useState(false)
  const { data: packages = [], isEnabled } = useQuery({
    ...topPackages(useHeddle()),
    enabled: isAtStart || areWanted,
  })
  const { change } = useClassesAddress()
  return (
    <>
      <FavoriteList favorites={favorites} onAdd={onOpen} />
      {!isEnabled && packages.length === 0 && (
        <Button look="link" className={styles.wanted} onClick={() => setAreWanted(true)}>
          {words.showPackages}
        </Button>
      )}
      {packages.length > 0 && (
        <section aria-labelledby="packages" className={styles.packages}>
          <h3 id="packages" className={styles.heading}>
            {words.packages}
          </h3>
          <ul className={styles.chips}>
            {packages.map(({ name, class_count, description }) => (
              <li key={name}>
                <Button
                  look="quiet"
                  className={styles.package}
                  title={description || name}
                  onClick={() => change({ package: name })}
                >
                  {name} <span className={styles.count}>{class_count}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
