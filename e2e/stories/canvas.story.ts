import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, type WatchedPage } from '../browser.ts'
import { rendersDuring, watchRenders } from '../count-renders.ts'
import { barriers, startWebUi, type Theme, type WebUi } from '../web-ui.ts'

type Wire = {
  readonly nodes: readonly {
    readonly id: string
    readonly class_name: string
    readonly position: { x: number; y: number }
  }[]
  readonly edges: readonly Readonly<Record<string, unknown>>[]
  readonly post_processors: readonly object[]
}

const VRFS = {
  nodes: [
    { id: 'bd', class_name: 'fvBD', primary: true, properties: ['name'], position: { x: 0, y: 0 } },
    { id: 'vrf', class_name: 'fvCtx', alias: 'VRF', position: { x: 420, y: 0 } },
  ],
  edges: [{ id: 'e1', source: 'bd', target: 'vrf', kind: 'references', through: 'fvRsCtx', join: 'left' }],
  post_processors: [{ id: 's1', type: 'limit', config: { count: 5 } }],
}

/** Before each part read what it needs of the store, 2,112 were rendered. */
const RENDERS_PER_KEY = 200

/** A tree of classes; the first one has a filter. */
const largeCanvas = (count: number) => ({
  nodes: Array.from({ length: count }, (_, index) => ({
    id: `n${index}`,
    class_name: index === 0 ? 'fvBD' : 'fvSubnet',
    ...(index === 0 && { primary: true, filters: [{ property: 'name', operator: 'eq', value: '' }] }),
    position: { x: (index % 14) * 260, y: Math.floor(index / 14) * 120 },
  })),
  edges: Array.from({ length: count - 1 }, (_, index) => ({
    id: `e${index}`,
    source: `n${index >> 3}`,
    target: `n${index + 1}`,
    kind: 'contains',
  })),
})

describe.skipIf(chromiumPath === undefined)('the canvas', () => {
  let ui: WebUi
  let saved: string
  beforeAll(async () => {
    ui = await startWebUi()
    saved = await ui.runs.save({ name: 'Bridge domains and VRFs', ...VRFS })
  })
  afterAll(() => ui.stop())

  const canvasOf = (page: Page) => page.getByRole('application', { name: 'Query canvas' })
  const node = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
  const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })

  async function blank(theme?: Theme): Promise<WatchedPage> {
    const watched = await ui.opened('/queries/saved-queries/new', 'New query', theme === undefined ? {} : { theme })
    await canvasOf(watched.page).getByRole('button', { name: 'Add class' }).first().waitFor()
    return watched
  }
  const sample = (theme?: Theme) =>
    ui.opened(`/queries/saved-queries/${saved}/`, 'Bridge domains and VRFs', theme === undefined ? {} : { theme })

  /** By keyboard: the button of the empty canvas, then the key. */
  async function add(page: Page, className: string): Promise<void> {
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'Add class' }).waitFor()
    await page.keyboard.type(className)
    await option(page, new RegExp(`^${className} `)).waitFor()
    await page.keyboard.press('Enter')
    await node(page, className).first().waitFor()
  }
  async function start(className: string): Promise<WatchedPage> {
    const watched = await blank()
    await canvasOf(watched.page).focus()
    await add(watched.page, className)
    return watched
  }
  /** The canvas as copying gives it. */
  const copied = async (page: Page): Promise<Wire> => {
    await canvasOf(page).focus()
    await page.keyboard.press('Control+a')
    return JSON.parse(
      await page.evaluate<string>(`(() => {
        const clipboardData = new DataTransfer()
        document.activeElement.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
        return clipboardData.getData('text/plain')
      })()`),
    ) as Wire
  }
  const paste = (page: Page, text: string) =>
    page.evaluate(`(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', ${JSON.stringify(text)})
      document.querySelector('[role=application]').dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })()`)
  /** Hovering waits until the view is at rest. */
  async function dropThread(page: Page, from: string, place: () => Promise<{ x: number; y: number }>): Promise<void> {
    await node(page, from).hover()
    const to = await place()
    const grip = (await page.getByRole('button', { name: `Connect ${from}` }).boundingBox())!
    await page.mouse.move(grip.x + 12, grip.y + 12)
    await page.mouse.down()
    await page.mouse.move(grip.x + 60, grip.y + 40, { steps: 4 })
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.mouse.up()
  }

  it('lists only what can be joined where a thread is dropped, and draws the choice', async () => {
    const watched = await start('fvBD')
    const { page } = watched
    const box = (await canvasOf(page).boundingBox())!
    await dropThread(page, 'fvBD', () => Promise.resolve({ x: box.x + box.width - 60, y: box.y + 60 }))

    await page.getByRole('dialog', { name: 'Connect fvBD to' }).waitFor()
    await option(page, /^fvCtx · .* · fvRsCtx · n:1$/).click()

    await node(page, 'fvBD references fvCtx through fvRsCtx').waitFor()
    const { edges } = await copied(page)
    expect(edges).toEqual([{ id: 'e1', source: 'bd', target: 'ctx', kind: 'references', through: 'fvRsCtx' }])
    expect(watched.complaints).toEqual([])
  })

  it('joins a tenant with its subnets at any depth, and says why a switch does not fit', async () => {
    const watched = await start('fvTenant')
    const { page } = watched
    await page.keyboard.press('c')
    await page.keyboard.type('fvSubnet')
    await option(page, /^fvSubnet · .*further below$/).click()
    await node(page, 'fvTenant contains fvSubnet').waitFor()

    await page.keyboard.press('c')
    await page.keyboard.type('fabricNode')
    await page.getByRole('status').filter({ hasText: 'fvSubnet and fabricNode cannot be joined' }).waitFor()
    const offered = await page.getByRole('option').allTextContents()
    await page.keyboard.press('Escape')

    expect(offered.filter((text) => !/^match · |^fvSubnet /.test(text))).toEqual([])
    expect(watched.complaints).toEqual([])
  })

  it('lets one choose where there are several ways, also between nodes on the canvas', async () => {
    const watched = await start('vzBrCP')
    const { page } = watched
    await add(page, 'fvAEPg')
    const board = (await canvasOf(page).boundingBox())!
    const isInView = async (name: string) => ((await node(page, name).boundingBox())?.x ?? 0) > board.x
    await expect.poll(async () => (await isInView('vzBrCP')) && (await isInView('fvAEPg'))).toBe(true)
    await dropThread(page, 'fvAEPg', async () => {
      const { x, y, width } = (await node(page, 'vzBrCP').boundingBox())!
      return { x: x + width / 2, y: y + 12 }
    })

    await page.getByRole('status').filter({ hasText: 'There are several ways from fvAEPg to vzBrCP' }).waitFor()
    await option(page, /fvRsProv/).click()

    await node(page, 'fvAEPg references vzBrCP through fvRsProv').waitFor()
    expect((await copied(page)).nodes).toHaveLength(2)
    expect(watched.complaints).toEqual([])
  })

  it('undoes 30 pasted nodes at once, and 50 edits one by one, both ways', async () => {
    const watched = await sample()
    const { page } = watched
    await node(page, 'fvBD').waitFor()
    const many = Array.from({ length: 30 }, (_, index) => ({ id: `p${index}`, class_name: 'fvSubnet' }))
    await paste(page, JSON.stringify(many))
    await expect.poll(() => page.getByRole('group', { name: 'fvSubnet', exact: true }).count()).toBe(30)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByRole('group', { name: 'fvSubnet', exact: true }).count()).toBe(0)

    const before = await copied(page)
    await node(page, 'fvBD').focus()
    for (let round = 0; round < 25; round += 1) {
      await page.keyboard.press('Control+d')
      await page.keyboard.press(round % 2 === 0 ? 'ArrowRight' : 'p')
    }
    const after = await copied(page)
    for (let round = 0; round < 50; round += 1) await page.keyboard.press('Control+z')
    const undone = await copied(page)
    for (let round = 0; round < 50; round += 1) await page.keyboard.press('Control+y')

    expect(undone).toEqual(before)
    expect(await copied(page)).toEqual(after)
    expect(watched.complaints).toEqual([])
  })

  it('copies what the API takes, and names the fault of what it cannot paste', async () => {
    const watched = await sample()
    const { page } = watched
    await node(page, 'fvBD').waitFor()
    const wire = await copied(page)
    const copy = await ui.runs.save({ name: 'Pasted elsewhere', ...wire })
    await paste(page, '{"nodes": [{"id": "x"}]}')
    await page
      .getByRole('status', { name: 'Messages' })
      .filter({ hasText: 'The node 1 of the JSON to paste has no “class_name”' })
      .waitFor()
    await paste(page, 'uni/tn-common/BD-app')
    await expect
      .poll(async () => (await copied(page)).nodes.at(-1))
      .toMatchObject({ class_name: 'fvBD', scope_dn: 'uni/tn-common/BD-app' })

    expect(wire).toEqual(VRFS)
    expect(copy).toBeTruthy()
    expect(watched.complaints).toEqual([])
  })

  it('draws three classes by keyboard alone, and follows the order of the drawing', async () => {
    const watched = await start('fvTenant')
    const { page } = watched
    const named = (name: string) =>
      expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(name)
    // Edits that follow each other quickly are announced as one.
    const announced = (news: string) =>
      page.getByRole('status').filter({ hasText: news }).waitFor({ state: 'attached' })
    await page.keyboard.press('c')
    await page.keyboard.type('fvBD')
    await page.keyboard.press('Enter')
    await named('fvBD')
    await announced('Thread added.')
    await page.keyboard.press('c')
    await page.keyboard.type('fvCtx')
    await page.keyboard.press('Enter')
    await named('fvCtx')
    await announced('fvCtx added.')
    await page.keyboard.press('Shift+Tab')
    await named('fvBD references fvCtx through fvRsCtx')
    await page.keyboard.press('Shift+Tab')
    await named('fvBD')
    await page.keyboard.press('p')
    await page.keyboard.press('Delete')
    await named('fvCtx')
    await announced('fvBD removed.')
    await page.keyboard.press('Control+z')
    await announced('fvBD added.')

    const tree = page.getByRole('tree', { name: 'Outline' })
    await tree.getByRole('treeitem', { name: 'fvTenant', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    await named('fvTenant contains fvBD')
    await page.keyboard.press('Delete')
    await named('fvBD')
    await node(page, 'fvTenant contains fvBD').waitFor({ state: 'detached' })
    await announced('Thread removed.')

    expect((await copied(page)).nodes.map(({ class_name }) => class_name)).toEqual(['fvTenant', 'fvBD', 'fvCtx'])
    expect(watched.complaints).toEqual([])
  })

  it('renders little for a key that is typed in a filter, although there are 200 nodes', async () => {
    const large = await ui.runs.save({ name: 'Large', ...largeCanvas(200) })
    const watched = await blank()
    const { page } = watched
    await watchRenders(page)
    await page.goto(`/queries/saved-queries/${large}/`)
    await node(page, 'fvBD').click()
    const value = page.getByRole('group', { name: 'Filter 1', exact: true }).getByRole('textbox', { name: 'Value' })
    await value.fill('a')
    // The first answers of worker and server have arrived.
    await page.getByRole('button', { name: /problems/ }).waitFor()
    await page.waitForLoadState('networkidle')

    const typed = await rendersDuring(page, async () => {
      for (const letter of 'pplication') {
        await value.press(letter)
        await page.waitForTimeout(80)
      }
    })

    console.log(`200 nodes: ${typed / 10} components rendered per key`)
    expect(typed / 10).toBeLessThan(RENDERS_PER_KEY)
    expect(watched.complaints).toEqual([])
  })

  it('tidies 200 nodes so that no two overlap', async () => {
    const watched = await sample()
    const { page } = watched
    await node(page, 'fvBD').focus()
    const nodes = Array.from({ length: 198 }, (_, index) => ({
      id: `t${index}`,
      class_name: 'fvSubnet',
      position: { x: (index % 14) * 90, y: 200 + index * 7 },
    }))
    const edges = nodes
      .slice(1)
      .map(({ id }, index) => ({ id: `f${index}`, source: `t${index >> 1}`, target: id, kind: 'contains' }))
    await paste(page, JSON.stringify({ nodes, edges }))

    await page.keyboard.press('l')
    await page.keyboard.press('0')
    await page.getByRole('img', { name: 'Map of the canvas' }).waitFor()

    const { nodes: placed } = await copied(page)
    const overlapping = placed.flatMap((one, index) =>
      placed
        .slice(index + 1)
        .filter(
          (other) =>
            Math.abs(one.position.x - other.position.x) < 216 && Math.abs(one.position.y - other.position.y) < 60,
        )
        .map((other) => `${one.id} ${other.id}`),
    )
    expect(placed).toHaveLength(200)
    expect(overlapping).toEqual([])
    expect(watched.complaints).toEqual([])
  })

  it('draws shapes from far away, and words from where they can be read', async () => {
    const large = await ui.runs.save({ name: 'From far away', ...largeCanvas(120) })
    const { page, complaints } = await ui.opened(`/queries/saved-queries/${large}/`, 'From far away')
    const first = node(page, 'fvBD')
    await canvasOf(page).focus()

    await page.keyboard.press('0')
    await first.getByText('fvBD').waitFor({ state: 'hidden' })
    await first.click()
    await page.getByRole('complementary', { name: 'Inspector' }).getByRole('heading', { name: 'fvBD' }).waitFor()
    const box = (await canvasOf(page).boundingBox())!
    await page.mouse.move(box.x + 20, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 40, box.y + 30, { steps: 4 })
    await page.mouse.up()
    await node(page, 'fvSubnet').last().click()
    await page.getByRole('complementary', { name: 'Inspector' }).getByRole('heading', { name: 'fvSubnet' }).waitFor()
    await first.focus()
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('+')

    await first.getByText('fvBD').waitFor()
    expect(complaints).toEqual([])
  })

  it('has no barriers, nor have its dialogs', async () => {
    const watched = await sample()
    const { page } = watched
    await node(page, 'fvBD').waitFor()
    expect(await barriers(watched)).toEqual([])
    await node(page, 'fvBD').focus()
    await page.keyboard.press('c')
    await option(page, /^fvCtx/)
      .first()
      .waitFor()
    expect(await barriers(watched)).toEqual([])
  })
})
