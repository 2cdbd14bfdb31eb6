import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../../components/button.tsx'
import { Light } from '../../../components/light.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { DataTable, LoadingTable, type TableColumn } from '../../../components/table.tsx'
import { toastFailure } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle, useMay, useProfile } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { REGISTRY_KEY, registryStatus, remoteVersions } from '../api.ts'
import { FromController } from '../components/from-controller.tsx'
import { ImportList } from '../components/import-list.tsx'
import { ImportProgress } from '../components/import-progress.tsx'
import { Installed } from '../components/installed.tsx'
import { words } from '../words.ts'
import styles from './models-page.module.css'

/** Which class model is installed, and the way to another. */
export function ModelsPage() {
  const heddle = useHeddle()
  const { is_admin: isAdmin } = useProfile()
  const maySeeConnections = useMay('controller.view_connection')
  const status = useQuery(registryStatus(heddle))
  // How it ended is shown too, also to those who did not start it.
  const [followed, setFollowed] = useState<string>()
  const install = useInstall(setFollowed)
  const active = status.data?.active ?? null
  const running = status.data?.active_import?.remote_run_id
  if (running !== undefined && running !== followed) setFollowed(running)
  const shown = running ?? followed
  const impossible = running !== undefined || install.isPending ? words.running : undefined
  return (
    <Page
      title={words.title}
      trail={words.trail}
      note={active && words.installed(active.controller_version, active.class_count)}
      actions={isAdmin && (status.data?.comparable.length ?? 0) > 1 && <ToCompare />}
    >
      <Read of={status} failure={words.failure} permission="administrators">
        {() => (
          <>
            {shown !== undefined && <ImportProgress id={shown} />}
            {active && <Installed version={active} />}
            {active === null && shown === undefined && <EmptyState title={words.none}>{words.noneText}</EmptyState>}
            <Versions
              installed={active?.controller_version}
              impossible={impossible}
              onInstall={isAdmin ? (version, activate) => install.mutate({ version, activate }) : undefined}
            />
            {isAdmin && maySeeConnections && (
              <FromController impossible={impossible} onInstall={(connection) => install.mutate({ connection })} />
            )}
            <ImportList />
            {!isAdmin && <p className={styles.note}>{words.administrators}</p>}
          </>
        )}
      </Read>
    </Page>
  )
}

const ToCompare = () => (
  <Link to="/mim-registry/compare" className={buttonClass()}>
    {words.compareTitle}
  </Link>
)

type Source = { readonly version: string; readonly activate: boolean } | { readonly connection: string }

function useInstall(onStarted: (run: string) => void) {
  const { remote, controller } = useHeddle().mimRegistry
  const cache = useQueryClient()
  const install = useWrite({
    mutationFn: (source: Source) =>
      'version' in source
        ? remote.install({ version_key: source.version, activate: source.activate })
        : controller.install({ controller_connection: source.connection }),
    onSuccess: async ({ run_id }) => {
      onStarted(run_id)
      await cache.invalidateQueries({ queryKey: REGISTRY_KEY })
    },
    onError: (error, source) => toastFailure(words.notInstalled, error, { onRetry: () => install.mutate(source) }),
  })
  return install
}

type VersionsProps = {
  readonly installed: string | undefined
  readonly impossible: string | undefined
  readonly onInstall: ((version: string, activate: boolean) => void) | undefined
}

function Versions({ installed, impossible, onInstall }: VersionsProps) {
  const found = useQuery(remoteVersions(useHeddle()))
  const columns: readonly TableColumn<Wire.RemoteVersion>[] = [
    {
      name: 'version',
      title: words.version,
      width: '220px',
      cell: ({ label, version_key: key }) => (
        <>
          {label} {key === installed && <Light color="ok" text={words.current} />}
        </>
      ),
    },
    {
      name: 'classes',
      title: words.classes,
      isNumber: true,
      width: '100px',
      cell: ({ class_count_seed: count }) => (count === 0 ? words.noCount : formatNumber(count)),
    },
    {
      name: 'notes',
      title: words.notes,
      isGrowing: true,
      isWideOnly: true,
      cell: ({ notes, is_supported: isSupported }) => (
        <span className={styles.quiet}>{isSupported ? notes : words.unsupported}</span>
      ),
    },
    {
      name: 'actions',
      title: words.actions,
      isTitleHidden: true,
      width: '216px',
      cell: ({ version_key: key, label, is_supported: isSupported }) =>
        onInstall &&
        isSupported && (
          <span className={styles.actions}>
            <Button
              look="quiet"
              aria-label={words.compareOnlyOf(label)}
              impossible={impossible}
              onClick={() => onInstall(key, false)}
            >
              {words.compareOnly}
            </Button>
            <Button aria-label={words.installOf(label)} impossible={impossible} onClick={() => onInstall(key, true)}>
              {words.install}
            </Button>
          </span>
        ),
    },
  ]
  return (
    <>
      <div className={styles.part}>
        <h2>{words.versions}</h2>
      </div>
      <Read
        of={found}
        failure={words.versionsFailure}
        permission="administrators"
        skeleton={<LoadingTable columns={columns} lines={4} />}
      >
        {(versions) => (
          <DataTable
            label={words.versions}
            columns={columns}
            rows={versions.toSorted((a, b) => a.display_order - b.display_order)}
            keyOf={({ version_key }) => version_key}
          />
        )}
      </Read>
    </>
  )
}
