import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ClassTree } from '../../../canvas/explorer/class-tree.tsx'
import { type Favorites, useFavorites } from '../../../canvas/explorer/favorites.ts'
import { classDetail } from '../../../canvas/model/class-queries.ts'
import { modelStats } from '../../../canvas/model/model-stats.ts'
import { buttonClass } from '../../../components/button.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { useMedia } from '../../../components/use-media.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { connectionList } from '../../../resources/connections.ts'
import { ClassActions } from '../components/class-actions.tsx'
import { ClassView } from '../components/class-view.tsx'
import { FindPane } from '../components/find-pane.tsx'
import { NoClassModel, Start } from '../components/start.tsx'
import { useClassesAddress } from '../components/use-classes-address.ts'
import { words } from '../words.ts'
import styles from './classes-page.module.css'

const NARROW = '(width < 900px)'

/** The class model: what one seeks, where it is, what it is. On a narrow screen one of them at a time. */
export function ClassesPage() {
  const { name } = useParams({ strict: false })
  const stats = useQuery(modelStats(useHeddle()))
  const version = stats.data?.controller_version ?? null
  if (!stats.data || version === null) {
    return (
      <Page title={words.title}>
        <Read of={stats} failure={words.searchFailure} permission="administrators">
          {() => <NoClassModel />}
        </Read>
      </Page>
    )
  }
  return <Installed name={name} stats={stats.data} version={version} />
}

type InstalledProps = {
  readonly name: string | undefined
  readonly stats: Wire.MimStats
  readonly version: string
}

/** One page for all classes, so that search, tree and focus stay as they are when another one is chosen. */
function Installed({ name, stats, version }: InstalledProps) {
  const favorites = useFavorites()
  const found = useQuery({ ...classDetail(useHeddle(), name ?? ''), enabled: name !== undefined })
  const detail = name === undefined ? undefined : found.data
  const [wanted, setWanted] = useState<readonly string[]>()
  return (
    <Page
      isFilled
      title={name === undefined ? words.title : (detail?.name ?? name)}
      trail={name !== undefined && <ToClasses />}
      note={name === undefined ? words.installed(version) : detail?.display_name}
      actions={
        detail ? (
          <ClassActions name={detail.name} isAbstract={detail.abstract} favorites={favorites} />
        ) : (
          <Link to="/mim-registry" className={buttonClass('quiet')}>
            {words.models}
          </Link>
        )
      }
    >
      <Panes favorites={favorites} name={detail?.name ?? name} wanted={wanted}>
        {name === undefined ? <Start stats={stats} /> : <ClassView name={name} found={found} onFind={setWanted} />}
      </Panes>
    </Page>
  )
}

const ToClasses = () => (
  <Link to="/mim" search={({ q, kind, package: of }) => ({ q, kind, package: of })}>
    {words.title}
  </Link>
)

type PanesProps = {
  readonly favorites: Favorites
  readonly name: string | undefined
  readonly wanted: readonly string[] | undefined
  readonly children: ReactNode
}

function Panes({ favorites, name, wanted, children }: PanesProps) {
  const { open } = useClassesAddress()
  const connection = useCountedConnection(name === undefined)
  const isNarrow = useMedia(NARROW)
  const isOne = isNarrow && name !== undefined
  return (
    <div className={styles.panes}>
      {!isOne && (
        <>
          <FindPane favorites={favorites} />
          <div className={styles.tree}>
            <h2 className="sr-only">{words.tree}</h2>
            <ClassTree favorites={favorites} connection={connection} shown={{ name }} wanted={wanted} onChoose={open} />
          </div>
        </>
      )}
      {(!isNarrow || isOne) && (
        <section aria-label={words.shownClass} className={styles.shown}>
          {children}
        </section>
      )}
    </div>
  )
}

/** The default connection, whose objects are counted in the tree; a page that reads a class does not ask for it. */
function useCountedConnection(mayAsk: boolean): string | undefined {
  const heddle = useHeddle()
  const options = connectionList(heddle)
  const maySee = useMay('controller.view_connection')
  const known = useQueryClient().getQueryData<readonly Wire.ControllerConnection[]>(options.queryKey)
  const { data } = useQuery({ ...options, enabled: maySee && mayAsk })
  const all = data ?? known ?? []
  return (all.find(({ is_default }) => is_default) ?? all[0])?.id
}
