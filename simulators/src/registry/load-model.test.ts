import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadModel } from './load-model.ts'
import { hasRealDocuments, realDocumentsFolder } from './testing/real-documents.ts'

describe('loadModel', () => {
  it('serves the files of a folder byte for byte, and no file outside it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'documents-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, 'fv'))
    writeFileSync(join(folder, 'fv', 'BD.json'), '{ "fv:BD": {} }')
    writeFileSync(join(folder, 'README.md'), 'no class')

    const model = loadModel(folder)

    expect(model.classNames).toEqual(['fv:BD'])
    expect([model.json('fv:BD'), model.document('fv:BD')]).toEqual(['{ "fv:BD": {} }', { 'fv:BD': {} }])
    expect([model.json('fv:Ctx'), model.json('..:passwd')]).toEqual([undefined, undefined])
  })

  it.skipIf(!hasRealDocuments)('loads real documents', () => {
    const model = loadModel(realDocumentsFolder)

    expect(model.classNames.length).toBeGreaterThan(100)
    expect(Object.keys(model.document('fv:Tenant') ?? {})).toEqual(['fv:Tenant'])
  })
})
