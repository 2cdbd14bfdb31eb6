/** The version, as `platform-info` and the OpenAPI document report it. A test holds it against package.json. */
export const VERSION = '0.1.0'
