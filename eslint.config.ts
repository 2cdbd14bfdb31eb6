import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

// Typed rules that find real faults; formatting is Prettier's, imports are dependency-cruiser's, dead code is knip's.
export default defineConfig(
  { ignores: ['**/node_modules/', 'data/', 'coverage/', '.dependency-cruiser.cjs'] },
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Types over interfaces: the code prefers plain data.
      '@typescript-eslint/consistent-type-definitions': 'off',
      // Handlers are async by contract even when they have nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      // `void` marks a promise handed over on purpose.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true, ignoreVoidOperator: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      // `Promise.withResolvers<void>()` is how an event is awaited.
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only server/src/config reads the environment; take the value as an argument.' },
      ],
      'no-console': 'error',
    },
  },
  {
    // Programs that talk to a terminal, and tests, which find services by the environment.
    files: [
      '**/*.test.ts',
      '**/testing/**',
      'bench/**',
      'simulators/src/main.ts',
      'server/src/main.ts',
      'server/src/cli/**',
      'demo/**',
      '*.ts',
    ],
    rules: { 'no-console': 'off', 'no-restricted-properties': 'off' },
  },
  {
    // Replies are looked at field by field, as a client would: their shape is what the test is about.
    files: ['**/*.test.ts', '**/testing/**'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/restrict-plus-operands': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
)
