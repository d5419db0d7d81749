// @ts-check
/** The words of tables, patterns, sequences and rules in Chinese. @type {Record<string, string>} */
export const zh = {
};
