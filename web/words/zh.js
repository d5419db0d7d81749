// @ts-check
/** The words of the page, of Play, Steps and the gallery in Chinese. @type {Record<string, string>} */
export const zh = {
};
