import type { Heddle } from '@heddle/client'
import { classInfoOf } from '@heddle/domain/testing/class-info-of.ts'
import { namedClasses } from '@heddle/domain/canvas/named-classes.ts'
import { documentModel } from '@heddle/domain/testing/document-model.ts'
import { readExpect } from '@heddle/domain/expectation/read-expect.ts'
import { parseClassDocument } from '@heddle/domain/mim/parse-class-document.ts'
import { shippedPack } from '@heddle/domain/packs/testing/shipped-packs.ts'
import { readParameters } from '@heddle/domain/parameters/read-parameters.ts'
import { prepareQuery } from '@heddle/domain/query/prepare-query.ts'
import { startTestApp, type TestApp } from '@heddle/server/testing/start-test-app.ts'
import { generateFabric } from '@heddle/simulators/controller/generate-fabric.ts'
import { DEFAULT_PASSWORD } from '@heddle/simulators/controller/session/cluster.ts'
import { type ControllerSimulator, startController } from '@heddle/simulators/controller/start-controller.ts'
import { generateModel } from '@heddle/simulators/registry/generate-model.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { installPacks } from './show-packs.ts'

const NAMES = ['aci-hygiene', 'aci-upgrade']
/** Not installed by the demo, but by those who try them there. */
const OTHERS = ['aci-capacity', 'aci-change', 'aci-security']
const NEXT_RELEASE = '6.2(2e)'

describe.each([...NAMES, ...OTHERS])('the checks of %s', (name) => {
  it('ask only for classes and properties that the model of the demo has', () => {
    const generated = generateModel({ classes: 2000 })
    const records = generated.classNames.flatMap((one) => parseClassDocument(generated.document(one)) ?? [])
    const model = documentModel(records.map(classInfoOf))

    const faults = shippedPack(name).checks.flatMap((check) => {
      const { nodes = [], edges = [], post_processors = [] } = check
      const { errors } = prepareQuery({
        canvas: { nodes, edges, post_processors },
        expect: readExpect(check.expect).expect,
        model,
        parameters: readParameters(check.parameters ?? []).parameters,
        variables: { target: NEXT_RELEASE },
      })
      return errors.map(({ message }) => `${check.id}: ${message}`)
    })

    expect(faults).toEqual([])
  })
})

describe('the packs of the demo, on its fabric', () => {
  let app: TestApp
  let controller: ControllerSimulator
  let heddle: Heddle
  let connection: string
  beforeAll(async () => {
    app = await startTestApp()
    heddle = await app.heddle(app.admin)
    controller = await startController({ store: generateFabric({ now: Date.now(), isChecked: true }) })
    const body = { name: 'fabric', host: controller.url, username: 'admin', password: DEFAULT_PASSWORD }
    connection = (await heddle.controller.connections.create(body)).id
    await installPacks(heddle)
  })
  afterAll(async () => {
    await app.stop()
    await controller.close()
  })

  it('are installed once', async () => {
    const before = await heddle.packs.list()
    await installPacks(heddle)

    expect(before.results.map(({ name }) => name).sort()).toEqual(NAMES)
    expect(await heddle.packs.list()).toEqual(before)
  })

  const run = async (pack: string) => {
    const parameters = pack === 'aci-upgrade' ? { target: NEXT_RELEASE } : {}
    const { id } = await heddle.queries.checks.create({ pack, parameters, controller_connection: connection })
    const read = async () => (await heddle.queries.checks.get(id)).json()
    await vi.waitUntil(async () => (await read()).status === 'finished', { timeout: 80_000, interval: 50 })
    return read()
  }

  it('send fewer requests than two for each class', async () => {
    const before = controller.requests.length

    await run('aci-upgrade')

    const classes = new Set(
      shippedPack('aci-upgrade').checks.flatMap(({ nodes = [], edges = [] }) => namedClasses({ nodes, edges })),
    )
    const asked = controller.requests.slice(before).filter(({ url }) => !url.includes('/api/aaa'))
    expect(asked.length).toBeLessThan(2 * classes.size)
  })

  it.each(NAMES)('run without errors: most checks of %s pass, some fail, and some are for a person', async (pack) => {
    const { results, passed, failed, look, not_applicable } = await run(pack)

    expect(results.filter(({ status }) => status === 'error')).toEqual([])
    expect(passed).toBeGreaterThan(failed + look)
    expect(Math.min(failed, look, not_applicable)).toBeGreaterThan(0)
  })

  it.each(OTHERS)('leave room for %s, whose checks run without errors too, and some of them fail', async (pack) => {
    await installPacks(heddle, [pack])

    const { results, failed } = await run(pack)

    expect(results.filter(({ status }) => status === 'error')).toEqual([])
    expect(failed).toBeGreaterThan(0)
  })
})
