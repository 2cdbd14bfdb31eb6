import { describe, expect, it } from 'vitest'
import { folderPaths, withFoldersBelow } from './folders.ts'

const FOLDERS = [
  { id: 3, name: 'a/b~', parentId: 2 },
  { id: 1, name: 'Fabric', parentId: null },
  { id: 2, name: 'Health', parentId: 1 },
  { id: 4, name: 'Other', parentId: null },
]

describe('folders', () => {
  it('have paths, in which a slash in a name is escaped', () => {
    expect([...folderPaths(FOLDERS)]).toEqual([
      [3, 'Fabric/Health/a~1b~0'],
      [1, 'Fabric'],
      [2, 'Fabric/Health'],
      [4, 'Other'],
    ])
  })

  it.each([
    [1, [1, 2, 3]],
    [2, [2, 3]],
    [4, [4]],
  ])('%i contains %j', (id, ids) => {
    expect(withFoldersBelow(FOLDERS, id)).toEqual(ids)
  })
})
