import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../../components/button.tsx'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { Fact } from '../../../components/fact.tsx'
import { Markdown } from '../../../components/markdown/markdown.tsx'
import { Page } from '../../../components/page.tsx'
import { Read } from '../../../components/read.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { toast } from '../../../components/toasts.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { packDetail, usePacksChanged } from './api.ts'
import { CheckTable } from './check-table.tsx'
import { InstallDialog } from './install-dialog.tsx'
import styles from './packs.module.css'
import { words } from './words.ts'

const route = getRouteApi('/inside/packs/$name')

/** A pack: what it is about, and its checks with what is set for them here. */
export function PackPage() {
  const { name } = route.useParams()
  const found = useQuery(packDetail(useHeddle(), name))
  const { data } = found
  return (
    <Page
      title={data?.title ?? words.pack}
      trail={<Link to="/packs">{words.title}</Link>}
      note={data && <code>{data.version}</code>}
      actions={data && <PackActions pack={data} />}
    >
      <Read of={found} failure={words.packFailure} permission="packs.view_pack">
        {(pack) => (
          <>
            <PackFacts pack={pack} />
            {pack.description !== '' && (
              <div className={styles.about}>
                <Markdown text={pack.description} />
              </div>
            )}
            <CheckTable pack={pack} />
          </>
        )}
      </Read>
    </Page>
  )
}

function PackActions({ pack }: { readonly pack: Wire.Pack }) {
  const { name, title, checks } = pack
  const { packs } = useHeddle()
  const navigate = route.useNavigate()
  const changed = usePacksChanged()
  const mayChange = useMay('packs.change_pack')
  const [open, setOpen] = useState<'install' | 'delete'>()
  const handleClose = () => setOpen(undefined)
  const mayRun = useMay('queries.execute_savedquery')
  const run = mayRun && (
    <Link to="/queries/checks" search={{ pack: name }} className={buttonClass('primary')}>
      {words.run}
    </Link>
  )
  if (!mayChange) return run
  return (
    <>
      {run}
      <Button onClick={() => setOpen('install')}>{words.install.newVersion}</Button>
      <Button look="danger" onClick={() => setOpen('delete')}>
        {words.remove}
      </Button>
      {open === 'install' && <InstallDialog title={words.install.newVersion} onClose={handleClose} />}
      {open === 'delete' && (
        <DeleteDialog
          title={words.removeTitle(title)}
          text={words.removeText(checks.length)}
          remove={() => packs.remove(name)}
          onClose={handleClose}
          onRemoved={async () => {
            await navigate({ to: '/packs', search: {} })
            await changed()
            toast(words.removed(title))
          }}
        />
      )}
    </>
  )
}

function PackFacts({ pack }: { readonly pack: Wire.Pack }) {
  const { name, checks, needs, parameters, category } = pack
  return (
    <dl className={styles.facts}>
      <Fact name={words.name} value={<code>{name}</code>} />
      <Fact name={words.checks} value={words.checkCount(checks.length)} />
      <Fact name={words.installed} value={<TimeText at={pack.installed_at} isAbsolute />} />
      <Fact name={words.by} value={pack.installed_by ?? '–'} />
      {needs.heddle !== null && <Fact name={words.needs} value={words.needsHeddle(needs.heddle)} />}
      {needs.classes.length > 0 && (
        <Fact
          name={words.needs}
          value={<span title={needs.classes.join(', ')}>{words.needsClasses(needs.classes.length)}</span>}
        />
      )}
      {parameters.map(({ name: parameter, label, required }) => (
        <Fact
          key={parameter}
          name={words.parameter(label)}
          value={
            <>
              <code>{parameter}</code> {required && <span className={styles.minor}>{words.required}</span>}
            </>
          }
        />
      ))}
      {category !== null && (
        <Fact
          name={words.folder}
          value={
            <Link to="/queries/saved-queries" search={{ category: String(category) }}>
              {words.openFolder}
            </Link>
          }
        />
      )}
    </dl>
  )
}
