/** The server leaves this for a minute when a provider has led here: the cookie of the session cannot be seen. */
export const hasArrivedFromProvider = (): boolean => /(?:^|; )heddle_arrived=1(?:;|$)/.test(document.cookie)
