/** The version of this program, which is that of the server it came from. A test holds it against package.json. */
export const VERSION = '0.1.0'
