DROP INDEX "automation_templates_name_idx";--> statement-breakpoint
DROP INDEX "saved_queries_name_idx";