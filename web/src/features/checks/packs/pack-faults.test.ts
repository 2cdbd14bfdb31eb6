import { expect, it } from 'vitest'
import { faultsByFile } from './pack-faults.ts'

it('lists faults under their files, with the place in each, and those of no file under none', () => {
  const found = faultsByFile({
    'files.checks/a.yaml.expect.rows': ['expected an object'],
    'files.checks/a.yaml': ['not YAML'],
    'files.../out.yaml': ['leads out'],
    'files.link': ['is a link'],
    files: ['larger than 50 MB'],
  })

  expect(found).toEqual([
    {
      file: 'checks/a.yaml',
      faults: [
        { place: 'expect.rows', text: 'expected an object' },
        { place: '', text: 'not YAML' },
      ],
    },
    { file: '../out.yaml', faults: [{ place: '', text: 'leads out' }] },
    { file: 'link', faults: [{ place: '', text: 'is a link' }] },
    { file: undefined, faults: [{ place: '', text: 'larger than 50 MB' }] },
  ])
})
