import { createHash } from 'node:crypto'

/** For a page that stands alone: nothing is loaded and nothing runs; it is text and this style. */
export const standingPolicy = (style: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
