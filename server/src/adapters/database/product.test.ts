import { expect, it } from 'vitest'
import { productOf } from './product.ts'

it.each([
  ['PostgreSQL 15.12-YB-2025.1.0.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 17.0.6, 64-bit', 'YugabyteDB'],
  ['PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 16.0.6, 64-bit', 'YugabyteDB'],
  [
    'PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14) 12.2.0, 64-bit',
    'PostgreSQL',
  ],
  ['PostgreSQL 17.2 on aarch64-unknown-linux-musl, compiled by gcc (Alpine 14.2.0) 14.2.0, 64-bit', 'PostgreSQL'],
])('%s is %s', (version, product) => {
  expect(productOf(version)).toBe(product)
})
