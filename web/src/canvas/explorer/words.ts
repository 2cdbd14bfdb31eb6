import { plural } from '../../lib/i18n/plural.ts'

/** The words of the explorer. */
export const words = {
  title: 'Classes',
  search: 'Search classes',
  searchPlaceholder: 'Search classes, e.g. fvBD',
  results: 'Classes found',
  nothingFits: (text: string) => `No class matches “${text}”.`,
  typedName: (name: string) => `No class model is installed. Enter adds ${name} as it is written.`,
  fitsBeside: (name: string) => `Fits beside ${name}`,
  showMore: 'Show more',
  showLess: 'Show fewer',
  favorites: 'Favorites',
  noFavorites: 'Press F on a class, or its star, to keep it here.',
  model: 'Model',
  tree: 'Class model',
  browse: 'Open Classes',
  noModel: 'No class model is installed, so there is nothing to browse. You can type the names of classes above.',
  install: 'Install a model',
  favor: (name: string) => `Favorite ${name}`,
  unfavor: (name: string) => `Remove ${name} from favorites`,
  failure: 'The classes could not be read.',
  retry: 'Retry',
  reading: 'Reading…',
  objects: (count: number) => plural(count, { one: '# object', other: '# objects' }),
} as const
