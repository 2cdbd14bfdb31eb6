/** Percent-encodes a DN for a path: brackets, slashes and colons stay, as the controller expects them. */
export function encodePathDn(dn: string): string {
  return encode(dn).replace(/%(?:2F|3A|5B|5D|2C)/g, decodeURIComponent)
}

/** Percent-encodes the value of a query parameter; characters that are not delimiters there stay readable. */
export function encodeQueryValue(text: string): string {
  return encode(text).replace(/%(?:2F|3A|2C)/g, decodeURIComponent)
}

// A lone surrogate has no UTF-8 form and would throw; replaced, it simply matches nothing.
const encode = (text: string) => encodeURIComponent(text.toWellFormed())

/** Text for display, always on one line. */
export function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f]/g, encodeURIComponent)
}
