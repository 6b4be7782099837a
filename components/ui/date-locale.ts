"use client";

import { createContext } from "react";

/** The locale of dates: the interface's, with the reader's region. Every page loads this; few load the formatter. */
export const DateLocale = createContext("en");
