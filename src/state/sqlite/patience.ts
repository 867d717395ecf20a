/** How long the book waits for another process that has the file locked, in milliseconds. */
export const defaultPatience = 5000;
