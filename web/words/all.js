// @ts-check
/** All words of the page in Chinese. @type {Record<string, string>} */
import {zh as page} from "./zh.js";
import {zh as learn} from "./zh-learn.js";
import {zh as rules} from "./zh-rules.js";
import {zh as tables} from "./zh-table.js";
import {zh as views} from "./zh-views.js";

export const zh = {...learn, ...views, ...rules, ...tables, ...page};
