import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { LOGS, QUERIES } from '@heddle/server/testing/start-runs.ts'
import { chromiumPath, type WatchedPage } from '../browser.ts'
import { barriers, heading, startWebUi, type WebUi } from '../web-ui.ts'

const TENANTS = { nodes: [{ id: 't', class_name: 'fvTenant', properties: ['name'] }] }
const ONE_TENANT = {
  nodes: [
    {
      id: 't',
      class_name: 'fvTenant',
      properties: ['name'],
      filters: [{ property: 'name', operator: 'eq', value: '{{tenant=B}}' }],
    },
  ],
}
const LIMITED = { ...TENANTS, post_processors: [{ id: 's1', type: 'limit', config: { count: 1 } }] }

/** For the page: whether the browser keeps a draft of this query that has a limit. */
const isDraftKept = (query: string): string => `new Promise((done) => {
  const open = indexedDB.open('heddle-drafts')
  open.onsuccess = () => {
    const drafts = open.result.transaction('drafts').objectStore('drafts')
    const keys = drafts.getAllKeys(), all = drafts.getAll()
    all.onsuccess = () => {
      open.result.close()
      const own = keys.result.findIndex((key) => key.endsWith('${query}'))
      done(own >= 0 && JSON.stringify(all.result[own]).includes('limit'))
    }
  }
})`

describe.skipIf(chromiumPath === undefined)('the workspace', () => {
  let ui: WebUi
  let runs: WebUi['runs']
  let opened: WebUi['opened']
  beforeAll(async () => {
    ui = await startWebUi()
    ;({ runs, opened } = ui)
  })
  afterAll(() => ui.stop())

  const button = ({ page }: WatchedPage, name: string) => page.getByRole('button', { name, exact: true })
  const rows = ({ page }: WatchedPage) => page.getByRole('grid', { name: 'Rows' })
  const rowCount = (watched: WatchedPage) => rows(watched).getAttribute('aria-rowcount')
  const open = (id: string, title: string, search = '') => opened(`/queries/saved-queries/${id}/${search}`, title)
  const saved = async (id: string) => (await runs.app.admin.get(`${QUERIES}${id}/`)).body
  const change = (id: string, body: object) => runs.app.admin.patch(`${QUERIES}${id}/`, body)
  /** An edit as its user makes it. */
  const addStep = async ({ page }: WatchedPage, type: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add step' }).click()
    await page.getByRole('menuitem', { name: type, exact: true }).click()
    await page.getByRole('listitem', { name: new RegExp(type) }).waitFor()
  }
  const steps = (query: { post_processors: { type: string }[] }) => query.post_processors.map(({ type }) => type)

  it('runs a new query before it is saved, and the first save keeps everything on the screen', async () => {
    const watched = await opened('/queries/saved-queries/new?class=fvTenant', 'New query')
    const { page } = watched
    await page.getByRole('group', { name: /^fvTenant/ }).waitFor()
    const before = (await runs.app.admin.get(QUERIES)).body.count
    await button(watched, 'Run').click()
    await expect.poll(() => rowCount(watched)).toMatch(/^[2-9]/)
    expect((await runs.app.admin.get(QUERIES)).body.count).toBe(before)

    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Save query' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Give it a name.').waitFor()
    await dialog.getByLabel('Name').fill('All tenants')
    await dialog.getByRole('button', { name: 'Save' }).click()

    await heading(watched, 'All tenants')
    await expect.poll(() => page.url()).toMatch(/saved-queries\/[0-9a-f-]{36}\//)
    expect(await rowCount(watched)).toMatch(/^[2-9]/)
    const id = /saved-queries\/([0-9a-f-]{36})/.exec(page.url())![1]!
    expect((await saved(id)).current_version).toBe('1')
    expect(watched.complaints).toEqual([])
  })

  it('runs what is on the screen without a version, and saving makes exactly one', async () => {
    const id = await runs.save({ name: 'Edited', ...LIMITED })
    const watched = await open(id, 'Edited')
    await addStep(watched, 'distinct')
    await button(watched, 'Run').click()
    await rows(watched).waitFor()
    expect((await saved(id)).current_version).toBe('1')

    await watched.page.keyboard.press('Control+s')
    await watched.page.getByText('v2', { exact: true }).waitFor()
    await expect.poll(async () => (await saved(id)).current_version).toBe('2')
    expect(steps(await saved(id))).toEqual(['limit', 'distinct'])
  })

  it('lights the nodes as they are read, and counts what came', async () => {
    const id = await runs.save({ name: 'Lit', ...TENANTS })
    const watched = await open(id, 'Lit')
    await button(watched, 'Run').click()

    await watched.page.getByRole('group', { name: /^fvTenant, \d+ rows, done/ }).waitFor()
    const { results } = (await runs.app.admin.get(`${LOGS}?saved_query=${id}`)).body
    await expect.poll(() => rowCount(watched)).toBe(String(results[0].row_count + 1))
    expect(watched.complaints).toEqual([])
  })

  it('ends with rows when its channel is cut', async () => {
    const id = await runs.save({ name: 'Cut off', ...TENANTS })
    const watched = await open(id, 'Cut off')
    await watched.page.routeWebSocket(/ws\/chain-execution/, (socket) => socket.close())
    await button(watched, 'Run').click()

    await expect.poll(() => rowCount(watched)).toMatch(/^[2-9]/)
  })

  it('cancels a run that hangs', async () => {
    const id = await runs.save({ name: 'Hanging', ...TENANTS })
    const watched = await open(id, 'Hanging')
    const fault = runs.controller.faults.add({ kind: 'hang', path: 'fvTenant' })
    onTestFinished(() => fault.remove())
    await button(watched, 'Run').click()
    await expect.poll(() => fault.struck).toBeGreaterThan(0)
    await button(watched, 'Cancel run').click()

    await watched.page.getByText('The run was cancelled.').waitFor()
    await watched.page.getByRole('group', { name: /^fvTenant.*cancelled/ }).waitFor()
  })

  it('says in words why a run failed, and leads to it', async () => {
    const id = await runs.save({ name: 'Refused', ...TENANTS })
    const watched = await open(id, 'Refused')
    const fault = runs.controller.faults.add({ kind: 'reset', path: 'fvTenant' })
    onTestFinished(() => fault.remove())
    await button(watched, 'Run').click()

    await watched.page.getByRole('alert').getByText('The run failed.').waitFor()
    await watched.page.getByRole('link', { name: 'Open the run' }).waitFor()
  })

  it('says where rows ended, what would let some in, and what was read for a class', async () => {
    const id = await runs.save({
      name: 'Nowhere',
      nodes: [
        { id: 'bd', class_name: 'fvBD', properties: ['name'] },
        {
          id: 'subnet',
          class_name: 'fvSubnet',
          properties: ['ip'],
          filters: [{ property: 'ip', operator: 'starts_with', value: '203.' }],
        },
      ],
      edges: [{ id: 'e', source: 'bd', target: 'subnet', kind: 'contains' }],
    })
    const watched = await open(id, 'Nowhere')
    const { page } = watched
    await button(watched, 'Run').click()
    await page.getByText('fvSubnet gave no objects: none meets ip starts with 203.').waitFor()

    await button(watched, 'Run without its filter').click()
    await expect.poll(() => rowCount(watched)).toMatch(/^[2-9]/)
    await page.getByRole('group', { name: /^fvSubnet/ }).click()
    await page.getByRole('table', { name: 'Rows of fvSubnet' }).waitFor()
    await page.getByText(/^fvSubnet: \d+ objects, as they were read/).waitFor()
    await button(watched, 'Back to the result').click()

    await rows(watched).waitFor()
    expect(watched.complaints).toEqual([])
  })

  it('offers edits that a crash left behind, and does nothing with them unasked', async () => {
    const id = await runs.save({ name: 'Crashed', ...TENANTS })
    const first = await open(id, 'Crashed')
    await addStep(first, 'limit')
    await expect.poll(() => first.page.evaluate(isDraftKept(id))).toBe(true)
    await first.page.close({ runBeforeUnload: false })

    const watched = await open(id, 'Crashed')
    const offer = watched.page.getByRole('region', { name: 'Unsaved draft' })
    await offer.waitFor()
    expect(await watched.page.getByRole('listitem', { name: /limit/ }).count()).toBe(0)
    await offer.getByRole('button', { name: 'Restore' }).click()
    await watched.page.getByRole('listitem', { name: /limit/ }).waitFor()
    await watched.page.keyboard.press('Control+s')
    await expect.poll(async () => steps(await saved(id))).toEqual(['limit'])
    await expect.poll(() => offer.count()).toBe(0)
  })

  describe('when somebody else saved it meanwhile', () => {
    const conflict = async (name: string): Promise<{ readonly id: string; readonly watched: WatchedPage }> => {
      const id = await runs.save({ name, ...TENANTS })
      const watched = await open(id, name)
      await addStep(watched, 'limit')
      await change(id, { post_processors: [{ id: 'theirs', type: 'distinct', config: {} }] })
      await watched.page.keyboard.press('Control+s')
      await watched.page.getByRole('dialog', { name: 'This query was saved in the meantime' }).waitFor()
      return { id, watched }
    }

    it('keeps mine as a new version', async () => {
      const { id, watched } = await conflict('Mine')
      expect(await barriers(watched)).toEqual([])
      await button(watched, 'Keep mine as a new version').click()

      await expect.poll(async () => (await saved(id)).current_version).toBe('3')
      expect(steps(await saved(id))).toEqual(['limit'])
    })

    it('applies mine to theirs where they are about different parts', async () => {
      const id = await runs.save({ name: 'Merged', ...TENANTS })
      const watched = await open(id, 'Merged')
      await addStep(watched, 'limit')
      await change(id, { nodes: [{ ...TENANTS.nodes[0], properties: ['name', 'descr'] }] })
      await watched.page.keyboard.press('Control+s')
      const dialog = watched.page.getByRole('dialog', { name: 'This query was saved in the meantime' })
      // Theirs is no change of mine.
      await dialog.getByRole('list', { name: 'Differences' }).getByText('limit').waitFor()
      expect(await dialog.getByRole('listitem').count()).toBe(1)
      await button(watched, 'Apply my change to v2').click()

      await expect.poll(async () => (await saved(id)).current_version).toBe('3')
      const merged = await saved(id)
      expect(steps(merged)).toEqual(['limit'])
      expect(merged.nodes[0].properties).toEqual(['name', 'descr'])
      await dialog.waitFor({ state: 'detached' })
      expect(await button(watched, 'Undo').isEnabled()).toBe(true)
    })

    it('says which part both have changed', async () => {
      const { watched } = await conflict('Clash')

      await watched.page.getByText('You both changed the list of steps').waitFor()
      expect(await button(watched, 'Apply my change to v2').count()).toBe(0)
    })

    it('takes theirs, and Undo brings mine back', async () => {
      const { id, watched } = await conflict('Theirs')
      await button(watched, 'Take theirs').click()
      await watched.page.getByRole('listitem', { name: /distinct/ }).waitFor()
      await watched.page.keyboard.press('Control+z')

      await watched.page.getByRole('listitem', { name: /limit/ }).waitFor()
      expect((await saved(id)).current_version).toBe('2')
    })

    it('saves mine as a copy', async () => {
      const { id, watched } = await conflict('Both')
      await button(watched, 'Save mine as a copy').click()
      await heading(watched, 'Both (copy)')

      expect(steps(await saved(id))).toEqual(['distinct'])
      const { results } = (await runs.app.admin.get(`${QUERIES}?search=Both%20(copy)`)).body
      expect(steps(results[0])).toEqual(['limit'])
    })
  })

  it('shows what changed since a version, and takes it back as a new one', async () => {
    const id = await runs.save({ name: 'Versions', ...TENANTS })
    await change(id, { nodes: [{ ...TENANTS.nodes[0], properties: ['name', 'descr'] }] })
    const watched = await open(id, 'Versions', '?tab=versions')
    await button(watched, 'Show v1').click()
    await watched.page.getByRole('list', { name: 'Differences' }).getByText('fvTenant').waitFor()
    await button(watched, 'Restore v1').click()

    await watched.page.getByText('Restored v1 as v3.').waitFor()
    const { current_version_hash, version_history } = await saved(id)
    expect(current_version_hash).toBe(version_history.at(-1).after_hash)
    expect(watched.complaints).toEqual([])
  })

  it('takes variables from the link, and is ready to run', async () => {
    const id = await runs.save({ name: 'One tenant', ...ONE_TENANT })
    const watched = await open(id, 'One tenant', '?v.tenant=A')
    await expect.poll(() => watched.page.evaluate('document.activeElement?.textContent')).toContain('Run')
    expect(await watched.page.getByRole('textbox', { name: 'tenant' }).inputValue()).toBe('A')
    await watched.page.keyboard.press('Enter')

    await expect.poll(() => rowCount(watched)).toBe('2')
    await watched.page.getByRole('gridcell', { name: 'uni/tn-A' }).waitFor()
  })

  it('shows the rows of a capture at once', async () => {
    const id = await runs.save({ name: 'Captured', ...TENANTS })
    const { status, body } = await runs.app.admin.post('/api/history/capture/', { saved_query: id })
    expect(status).toBe(201)
    const watched = await open(id, 'Captured', `?as_of=${encodeURIComponent(body.captured_at)}`)

    await expect.poll(() => rowCount(watched)).toBe(String(body.row_count + 1))
    expect(watched.complaints).toEqual([])
  })

  it('lets a viewer run and look, and says what a new query takes', async () => {
    const id = await runs.save({ name: 'Looked at', ...TENANTS })
    const viewer = await runs.app.userOf('viewer')
    const { username } = (await viewer.get('/api/auth/profile/')).body
    const watched = await opened(`/queries/saved-queries/${id}/`, 'Looked at', { username })
    await button(watched, 'Run').click()
    await rows(watched).waitFor()
    expect(await button(watched, 'Save').count()).toBe(0)

    await watched.page.goto('/queries/saved-queries/new')
    await watched.page.getByText('queries.add_savedquery').waitFor()
  })

  it('asks the server at most eight times to open, and then for the rows of its last run', async () => {
    const id = await runs.save({ name: 'Counted', ...TENANTS })
    const watched = await open(id, 'Counted')
    // Until then it may still ask.
    await watched.page.getByText(/^valid, 1 request/).waitFor()
    const asked: string[] = []
    watched.page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/') && !/token\/refresh|ws-ticket|execution-logs/.test(pathname))
        asked.push(pathname)
    })
    await watched.page.reload()
    await heading(watched, 'Counted')
    await watched.page.getByText(/^valid, 1 request/).waitFor()

    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(8)
  })

  it('has no barriers', async () => {
    const id = await runs.save({ name: 'Barriers', ...LIMITED })
    const watched = await opened(`/queries/saved-queries/${id}/`, 'Barriers')
    await button(watched, 'Run').click()
    await rows(watched).waitFor()

    expect(await barriers(watched)).toEqual([])
  })
})
