import markdown from '@eslint/markdown'
import type { ESLint } from 'eslint'
import { defineConfig } from 'eslint/config'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { commentWidth } from './checks/comment-width.ts'
import { plainEnglish } from './checks/plain-english.ts'

const english = { plugins: { english: { rules: { 'plain-english': plainEnglish } } }, rules: { 'english/plain-english': 'error' } } as const

// Typed rules that find real faults; Prettier checks format, dependency-cruiser imports, knip dead code.
export default defineConfig(
  { ignores: ['**/node_modules/', 'data/', 'coverage/', '.dependency-cruiser.cjs', 'server/assets/', 'client/src/generated/', '**/dist/'] },
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.ts', '**/*.tsx'] })),
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { project: ['./tsconfig.json', './web/tsconfig.json'], tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // The code prefers types to interfaces, because its data is plain.
      '@typescript-eslint/consistent-type-definitions': 'off',
      // Handlers are async by contract, even if they have nothing to await.
      '@typescript-eslint/require-await': 'off',
      // `void` marks a promise that is deliberately not awaited.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidOperator: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      // `Promise.withResolvers<void>()` is how an event is awaited.
      '@typescript-eslint/no-invalid-void-type': 'off',
      // The compiler option `erasableSyntaxOnly` leaves us no enums, and this rule is slow.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only server/src/config reads the environment; take the value as an argument.' },
      ],
      'no-console': 'error',
      'no-duplicate-imports': 'error',
    },
  },
  {
    // Programs that print to a terminal, and tests, which find services through the environment.
    files: [
      '**/*.test.ts',
      '**/testing/**',
      'e2e/**',
      'bench/**',
      'simulators/src/main.ts',
      'server/src/program.ts',
      'server/src/cli/**',
      'demo/**',
      'web/build/before-start.ts',
      'cli/src/main.ts',
      '*.ts',
      'checks/run-checks.ts',
    ],
    rules: { 'no-console': 'off', 'no-restricted-properties': 'off' },
  },
  {
    // Tests read replies field by field, as a client would: the shape is what they check.
    files: ['**/*.test.ts', '**/testing/**', 'e2e/**'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // Slow, and about faults of the product, which tests would show.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-deprecated': 'off',
    },
  },
  {
    files: ['web/src/**/*.tsx', 'web/src/**/*.ts'],
    plugins: {
      'jsx-a11y': jsxA11y,
      // Its own type is not quite that of a plugin.
      'react-hooks': reactHooks as unknown as ESLint.Plugin,
    },
    rules: {
      ...jsxA11y.flatConfigs.strict.rules,
      ...reactHooks.configs['recommended-latest'].rules,
      // A field finds its label by `htmlFor`.
      // The router is redirected by what is thrown.
      '@typescript-eslint/only-throw-error': 'off',
      // It speaks of a compiler that we do not use.
      'react-hooks/incompatible-library': 'off',
      'jsx-a11y/label-has-associated-control': ['error', { assert: 'either' }],
    },
  },
  { files: ['**/*.ts', '**/*.tsx'], ignores: ['checks/**'], ...english },
  {
    files: ['**/*.ts', '**/*.tsx'],
    plugins: { layout: { rules: { 'comment-width': commentWidth } } },
    rules: { 'layout/comment-width': 'error' },
  },
  { files: ['**/*.md'], language: 'markdown/commonmark', ...english, plugins: { ...english.plugins, markdown } },
)
