import { folderPaths } from '@heddle/domain/query-files/folders.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Heddle } from '../lib/api/heddle.ts'

/** The folders of queries as choices, by their paths: `Daily/Fabric`. */
export const folderChoices = (heddle: Heddle) =>
  queryOptions({
    queryKey: ['queries', 'categories', 'choices'],
    queryFn: async ({ signal }) => {
      const folders = await Array.fromAsync(heddle.queries.categories.all({ page_size: 200 }, { signal }))
      return [...folderPaths(folders.map(({ id, name, parent }) => ({ id, name, parentId: parent })))]
        .map(([id, path]) => ({ value: String(id), label: path }))
        .toSorted((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }))
    },
  })
