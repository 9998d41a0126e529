// Loads a page again whose list changes by itself.

const list = document.querySelector("[data-reload]");
if (list) setTimeout(() => location.reload(), Number(list.dataset.reload) * 1000);
