import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Wire } from '../../../lib/api/wire.ts'
import { show } from '../../../testing/show.tsx'
import { SimulatedApi } from '../../../testing/simulated-api.ts'
import { InstallDialog } from './install-dialog.tsx'

const install: Parameters<SimulatedApi['sentTo']>[0] = ({ packs }) => packs.create({ files: {} })

const REPLY: Wire.PackInstallReply = {
  name: 'up',
  version: '1.1.0',
  hash: 'sha256:0',
  applied: false,
  plan: [
    { action: 'create', check: 'P1', title: 'Faults', diff: null },
    {
      action: 'change',
      check: 'P2',
      title: 'Versions differ',
      diff: [{ path: 'severity', before: 'low', after: 'high' }],
    },
    { action: 'delete', check: 'P3', title: 'Backups', diff: null },
    { action: 'unchanged', check: 'P4', title: 'NTP', diff: null },
  ],
}

function showDialog(api: SimulatedApi) {
  const happened: string[] = []
  const shown = show(<InstallDialog title="Install a pack" onClose={() => happened.push('closed')} />, { api })
  const choose = (name: string) =>
    shown.user.upload(screen.getByLabelText('Archive of the pack'), new File(['archive'], name))
  return { ...shown, happened, choose }
}

const queriesOf = (api: SimulatedApi) => api.requests.map(({ query, headers }) => [query, headers.get('content-type')])

it('says what an archive would change before it is installed', async () => {
  const api = new SimulatedApi()
  api.answers(({ packs }) => packs.create({ files: {} }), REPLY)
  const { user, happened, choose } = showDialog(api)

  await choose('up.zip')
  await screen.findByText(/1 new, 1 changed, 1 of them stricter, 1 deleted, 1 unchanged/)
  expect(screen.getByRole('group').textContent).toMatch(/Stricter.*P2.*severity: low → high.*Deleted.*P3.*New.*P1/)
  await user.click(screen.getByRole('button', { name: 'Install' }))

  await waitFor(() => expect(happened).toEqual(['closed']))
  expect(queriesOf(api)).toEqual([
    [{ dry_run: 'true' }, 'application/zip'],
    [{}, 'application/zip'],
  ])
})

it('lists faults under their files, and installs nothing', async () => {
  const api = new SimulatedApi()
  api.refuses(install, 400, {
    'files.checks/P1.yaml.expect.rows': ['Expected an object.'],
    'files.checks/P1.yaml.title': ['This field is required.'],
    'files.heddle-pack.yaml.version': ['Not a version.'],
  })
  const { user, choose } = showDialog(api)

  await choose('up.tar.gz')
  await screen.findByText('It cannot be installed: there are 3 faults.')
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'checks/P1.yaml',
    'heddle-pack.yaml',
  ])
  await user.click(screen.getByRole('button', { name: 'Install' }))

  expect(queriesOf(api)).toEqual([[{ dry_run: 'true' }, 'application/gzip']])
})

it('replaces a newer version only when somebody wants that', async () => {
  const api = new SimulatedApi()
  api.refuses(install, 409, { detail: 'Version 2.0.0 of up is installed, which is newer than 1.1.0.', code: 'older' })
  const { user, choose } = showDialog(api)

  await choose('up.zip')
  await screen.findByText(/newer than 1.1.0/)
  api.answers(({ packs }) => packs.create({ files: {} }), REPLY)
  await user.click(screen.getByRole('button', { name: 'Go on anyway' }))
  await screen.findByText('It replaces a newer version.')
  await user.click(screen.getByRole('button', { name: 'Install' }))

  await waitFor(() => expect(api.requests).toHaveLength(3))
  expect(queriesOf(api).map(([query]) => query)).toEqual([
    { dry_run: 'true' },
    { dry_run: 'true', force: 'true' },
    { force: 'true' },
  ])
})
