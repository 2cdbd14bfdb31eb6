import { describe, expect, it } from 'vitest'
import { generateModel } from './generate-model.ts'
import { findFaults, readBodies, total } from './testing/check-model.ts'
import { hasRealDocuments, realNamesFile } from './testing/real-documents.ts'

describe('generateModel', () => {
  it.each([1, 40, 500, 1500])('generates %i classes whose documents are consistent', (classes) => {
    const model = generateModel({ classes })

    expect(model.classNames).toHaveLength(classes)
    expect(new Set(model.classNames).size).toBe(classes)
    expect(findFaults(model)).toEqual([])
  })

  it('generates equal models from equal seeds in any reading order, and different ones from different seeds', () => {
    const [one, same, other] = [1, 1, 2].map((seed) => generateModel({ classes: 1500, seed })) as [never, never, never]
    const generated = (one as ReturnType<typeof generateModel>).classNames.slice(1100)

    const texts = (model: ReturnType<typeof generateModel>, names: readonly string[]) =>
      names.map((name) => model.json(name))

    expect(texts(one, generated)).toEqual(texts(same, [...generated].reverse()).reverse())
    expect((other as ReturnType<typeof generateModel>).classNames.slice(1100)).not.toEqual(generated)
  })

  it('has the proportions of the real model', () => {
    const bodies = readBodies(generateModel({ classes: 2500 }))

    const share = (fact: string) => bodies.filter((body) => body[fact] === true).length / bodies.length
    const properties = total(bodies, 'properties') / bodies.length

    expect(share('isStat')).toBeGreaterThan(0.2)
    expect(share('isStat')).toBeLessThan(0.4)
    expect(share('isAbstract')).toBeGreaterThan(0.05)
    expect(share('isAbstract')).toBeLessThan(0.18)
    expect(properties).toBeGreaterThan(15)
    expect(properties).toBeLessThan(25)
    expect(total(bodies, 'containedBy') / bodies.length).toBeGreaterThan(10)
  })

  it('has classes that contain themselves, and lists each path to them once', () => {
    const bodies = readBodies(generateModel({ classes: 1500 }))

    const recursive = bodies.filter(
      (body) => `${String(body['classPkg'])}:${String(body['className'])}` in (body['contains'] as object),
    )

    expect(recursive.map((body) => `${String(body['classPkg'])}:${String(body['className'])}`)).toContain(
      'vns:FolderInst',
    )
    expect(recursive.length).toBeGreaterThan(5)
    for (const body of recursive)
      expect(new Set(body['dnFormats'] as string[]).size).toBe((body['dnFormats'] as string[]).length)
  })

  it('generates documents of about the requested size, and giants for generic classes', () => {
    const names = generateModel({ classes: 2000 }).classNames.filter((_, index) => index % 20 === 0)
    const mean = (bytesPerDocument: number) => {
      const model = generateModel({ classes: 2000, bytesPerDocument })
      return names.reduce((sum, name) => sum + (model.json(name)?.length ?? 0), 0) / names.length
    }
    const giants = generateModel({ classes: 2000, giants: 5000 })

    expect(mean(60_000) / mean(30_000)).toBeGreaterThan(1.5)
    expect(giants.json('tag:Tag')?.length).toBeGreaterThan(150_000)
    expect(giants.json('fv:BD')).toBe(generateModel({ classes: 2000 }).json('fv:BD'))
  })

  it('has no document for an unknown class', () => {
    const model = generateModel({ classes: 10 })

    expect([model.document('fv:Nothing'), model.json('fv:Nothing')]).toEqual([undefined, undefined])
  })
})

describe.skipIf(!hasRealDocuments)('generateModel with a file of names', () => {
  it('uses real names from all over the file, with consistent documents', () => {
    const model = generateModel({ classes: 3000, names: realNamesFile })

    expect(model.classNames).toHaveLength(3000)
    expect(findFaults(model)).toEqual([])
    expect(new Set(model.classNames.map((name) => name.split(':')[0])).size).toBeGreaterThan(200)
  })

  it('invents names once the file is used up', () => {
    const model = generateModel({ classes: 19_000, names: realNamesFile })

    expect(new Set(model.classNames).size).toBe(19_000)
    expect(model.classNames).toContain('fv:AEPg')
  })
})
