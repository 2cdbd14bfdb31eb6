import type { RemoteVersion } from '@heddle/contract/mim-registry.ts'

/** The registry does not list its versions, so we do; MIM_REGISTRY_VERSIONS replaces this list. */
export const REMOTE_VERSIONS: readonly RemoteVersion[] = [
  {
    version_key: 'latest',
    label: 'Latest',
    fallback_chain: ['611', '521'],
    is_supported: true,
    display_order: 1,
    class_count_seed: 17_864,
    notes: 'Whichever release the registry calls its latest. The class count is from mid-2026.',
  },
  {
    version_key: '611',
    label: '6.1(1)',
    fallback_chain: ['521'],
    is_supported: true,
    display_order: 2,
    class_count_seed: 16_500,
    notes: 'The class count is an estimate.',
  },
  {
    version_key: '521',
    label: '5.2(1)',
    fallback_chain: [],
    is_supported: true,
    display_order: 3,
    class_count_seed: 15_000,
    notes: 'The class count is an estimate.',
  },
  ...['501', '421', '411', '401', '311', '301', '221'].map((key, index) => pagesOnly(key, 4 + index)),
]

/** Releases before 5.2 were published only as pages for people. */
function pagesOnly(key: string, displayOrder: number): RemoteVersion {
  return {
    version_key: key,
    label: key.replace(/^(\d)(\d)(\d)$/, '$1.$2($3)'),
    fallback_chain: [],
    is_supported: false,
    display_order: displayOrder,
    class_count_seed: 0,
    notes: 'Published only as pages for people, without the class documents that an import reads.',
  }
}
