import markdown from '@eslint/markdown'
import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { commentWidth } from './checks/comment-width.ts'
import { literalWords } from './checks/literal-words.ts'
import { plainEnglish } from './checks/plain-english.ts'

const english = {
  plugins: { english: { rules: { 'plain-english': plainEnglish } } },
  rules: { 'english/plain-english': 'error' },
} as const

// Our own rules. Everything else is for oxlint (.oxlintrc.json), which is quicker and knows the types.
export default defineConfig(
  {
    ignores: [
      '**/node_modules/',
      'data/',
      'coverage/',
      '.dependency-cruiser.cjs',
      'server/assets/',
      'client/src/generated/',
      '**/dist/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'off' } },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parser: tseslint.parser },
    plugins: { layout: { rules: { 'comment-width': commentWidth } } },
    rules: { 'layout/comment-width': 'error' },
  },
  {
    files: ['web/src/**/*.tsx'],
    ignores: ['**/*.test.tsx', 'web/src/{testing,canvas,features/queries}/**'],
    plugins: { words: { rules: { 'literal-words': literalWords } } },
    rules: { 'words/literal-words': 'error' },
  },
  { files: ['**/*.ts', '**/*.tsx'], ignores: ['checks/**'], ...english },
  { files: ['**/*.md'], language: 'markdown/commonmark', ...english, plugins: { ...english.plugins, markdown } },
)
