export const DOCUMENTATION_ASSETS = '/api/docs/assets/'

export type DocumentationPage = {
  readonly title: string
  readonly script: string
  readonly styles?: string
  /** Whether the description needs no token. */
  readonly signedOut: boolean
}

// ReDoc and Swagger UI use inline styles, and ReDoc searches in a worker created from a blob.
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  'worker-src blob:',
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A viewer of the API description. The page itself knows nothing: its script loads the description, with a token. */
export const documentationPage = ({ title, script, styles, signedOut }: DocumentationPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${DOCUMENTATION_ASSETS}page.css">
${styles === undefined ? '' : `<link rel="stylesheet" href="${DOCUMENTATION_ASSETS}${styles}">`}
</head>
<body${signedOut ? ' data-signed-out' : ''}>
<main>
<form id="sign-in" hidden>
<h1>${title}</h1>
<p id="hint">Enter the access token of a login, or an API token. It stays in the memory of this tab until you close it.</p>
<label for="token">Token</label>
<input id="token" type="password" required autocomplete="off" spellcheck="false" aria-describedby="hint error">
<p id="error" role="alert"></p>
<button>Open</button>
</form>
<div id="viewer"></div>
<noscript>This page needs JavaScript. Programs read the description at /api/schema/.</noscript>
</main>
<script src="${DOCUMENTATION_ASSETS}${script}"></script>
<script src="${DOCUMENTATION_ASSETS}start.js"></script>
</body>
</html>
`
