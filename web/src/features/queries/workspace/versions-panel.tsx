import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { type TableColumn, DataTable } from '../../../components/table.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { versionList } from '../api.ts'
import { words } from './words.ts'

type Props = {
  readonly queryId: string | undefined
  readonly current: string | undefined
  /** Whether its user may change the query. */
  readonly isMine: boolean
  /** The one drawn on the canvas. */
  readonly shown: number | undefined
  readonly onShow: (version: number | undefined) => void
  readonly onRestore: (version: number) => void
}

/** Who changed what, newest first. */
export function VersionsPanel(given: Props) {
  return given.queryId === undefined ? (
    <EmptyState title={words.versions.none} />
  ) : (
    <Versions {...given} queryId={given.queryId} />
  )
}

function Versions({ queryId, current, shown, isMine, onShow, onRestore }: Props & { readonly queryId: string }) {
  const mayRestore = isMine
  const found = useQuery(versionList(useHeddle(), queryId))
  const columns: readonly TableColumn<Wire.VersionEntry>[] = [
    {
      name: 'version',
      title: 'Version',
      width: '110px',
      cell: ({ version }) => <VersionName version={version} isCurrent={version === current} />,
    },
    {
      name: 'changed',
      title: 'Changed',
      cell: ({ before_hash, changes }) =>
        before_hash === null ? words.versions.first : words.versions.changed(changes),
    },
    { name: 'by', title: 'By', cell: ({ changed_by }) => changed_by },
    { name: 'when', title: 'When', width: '140px', cell: ({ changed_at }) => <TimeText at={changed_at} /> },
    {
      name: 'actions',
      title: 'Actions',
      isTitleHidden: true,
      width: '200px',
      cell: ({ version }) =>
        version !== current && (
          <>
            <Button look="link" onClick={() => onShow(shown === Number(version) ? undefined : Number(version))}>
              {shown === Number(version) ? words.versions.back : words.versions.show(version)}
            </Button>{' '}
            {mayRestore && (
              <Button look="link" onClick={() => onRestore(Number(version))}>
                {words.versions.restore(version)}
              </Button>
            )}
          </>
        ),
    },
  ]
  return (
    <Read of={found} failure={words.versions.failure} permission="queries.view_savedquery">
      {(versions) => (
        <DataTable label={words.versions.title} columns={columns} rows={versions} keyOf={({ version }) => version} />
      )}
    </Read>
  )
}

const VersionName = ({ version, isCurrent }: { readonly version: string; readonly isCurrent: boolean }) => (
  <span className="code">
    v{version}
    {isCurrent && ` · ${words.versions.current}`}
  </span>
)
