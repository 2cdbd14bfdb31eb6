/** How tests are registered with their providers. */
export const CLIENT = { id: 'heddle', secret: 'a secret of the client' }

/** The product's own address, as providers know it. */
export const PUBLIC_URL = 'http://heddle.test'

export const envOf = (issuer: string, more: Readonly<Record<string, string>> = {}) => ({
  PUBLIC_URL,
  OIDC_TEST_ISSUER: issuer,
  OIDC_TEST_CLIENT_ID: CLIENT.id,
  OIDC_TEST_CLIENT_SECRET: CLIENT.secret,
  OIDC_TEST_LABEL: 'Test ID',
  ...Object.fromEntries(Object.entries(more).map(([name, value]) => [`OIDC_TEST_${name}`, value])),
})
