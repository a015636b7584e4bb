// The page around the conversation is Arabic and runs from right to left.

import { $ } from "../view.js";

const NAMES = { toggle: "المحادثات", side: "المحادثات", new: "محادثة جديدة", log: "المحادثة", attach: "إرفاق ملف", send: "إرسال" };
const TEXTS = {
  ".brand h1": "عيادة ريفرسايد", ".brand p": "المساعد", "#new .wide": "محادثة جديدة", "#side h2": "المحادثات",
  "#none": "ستظهر محادثاتك هنا.", "#welcome h2": "كيف يمكننا المساعدة؟",
  "#welcome p": "اسأل عن ساعات العمل أو الأسعار أو طلبك، أو دعني أحجز لك موعدًا.",
  "label[for=message]": "رسالة", "#hint": "يرسل مفتاح الإدخال، ومع Shift يبدأ سطرًا جديدًا.",
};

Object.assign(document.documentElement, { dir: "rtl", lang: "ar" });
for (const [id, name] of Object.entries(NAMES)) $(id).setAttribute("aria-label", name);
for (const [selector, text] of Object.entries(TEXTS)) document.querySelector(selector).textContent = text;
$("attach").title = NAMES.attach;
$("message").placeholder = "اكتب رسالة";
